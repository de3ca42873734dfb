import { decimalOf } from '../core/minor-units.ts'
import type { CallbackTransaction } from './callback-body.ts'
import { messageOf, type Reply, statusOf } from './codes.ts'
import type { Payment, PaymentStatus } from './provider-account.ts'

/** Real answers pair TS with "in process", and a failed payment with HTTP 200. Only `data.transaction.status` counts. */
const isSuccess: Readonly<Record<PaymentStatus, boolean>> = { TIP: true, TA: true, TS: true, TF: false, TE: false }

function messageFor({ status, code, amountMinor, currency, moneyId }: Payment, merchant: string): string {
  if (status !== 'TS') return messageOf(code)
  return `Paid ${currency} ${decimalOf(amountMinor)} to ${merchant}. Trans ID ${moneyId}`
}

const moneyIdTag = ({ status, moneyId }: Payment): { readonly airtel_money_id?: string } =>
  status === 'TS' && moneyId !== undefined ? { airtel_money_id: moneyId } : {}

/** The answer to an enquiry. No amount is echoed. */
export function enquiryReply(payment: Payment, merchant: string): Reply {
  const { id, status, code } = payment
  const success = isSuccess[status]
  const transaction = { ...moneyIdTag(payment), id, message: messageFor(payment, merchant), status }
  return {
    httpStatus: 200,
    body: { data: { transaction }, status: statusOf(code, success ? { success, message: 'SUCCESS' } : { success }) },
  }
}

export function callbackTransaction(payment: Payment, merchant: string): CallbackTransaction {
  const { id, status } = payment
  return { id, message: messageFor(payment, merchant), status_code: status, ...moneyIdTag(payment) }
}
