import { type Money, majorText } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import type { AskedAttempt, PaymentRequest } from '../../payments/payment-gateway.ts'
import { returnAddress } from '../return-address.ts'
import type { TinggOptions } from './tingg-options.ts'

// Tingg wants names, and our visitors have none.
const nobody = { customer_first_name: 'Portal', customer_last_name: 'Customer' } as const

const shortestLifeMs = 60_000

export function expressBody(request: PaymentRequest, options: TinggOptions): object {
  const { id, amount, email, payerMsisdn, expiresAt, description, returnUrl, cancelUrl } = request
  const { serviceCode, country, countryCode, callbackUrl, fallbackMsisdn, now = Date.now } = options
  return {
    ...nobody,
    ...(email !== undefined && { customer_email: email }),
    msisdn: payerMsisdn === '' ? fallbackMsisdn : international(payerMsisdn, { countryCode }),
    account_number: accountNumberOf(id),
    request_amount: majorText(amount),
    merchant_transaction_id: id,
    service_code: serviceCode,
    country_code: country,
    currency_code: amount.currency,
    request_description: description,
    due_date: utcText(Math.max(expiresAt, now() + shortestLifeMs)),
    callback_url: callbackUrl,
    success_redirect_url: returnAddress(returnUrl, 'merchant_transaction_id', id),
    fail_redirect_url: returnAddress(cancelUrl, 'merchant_transaction_id', id),
  }
}

/** Accepts the payment, so that Tingg settles it and stops telling us. The two spellings are Tingg's. */
export function acceptanceBody({ id, amount }: AskedAttempt, { serviceCode }: TinggOptions): object {
  return {
    acknowledgement_type: 'Full',
    acknowledgement_amount: majorNumber(amount),
    acknowledgement_narration: 'Payment received',
    acknowledgment_reference: id,
    merchant_transaction_id: id,
    service_code: serviceCode,
    status_code: 183,
    currency_code: amount.currency,
  }
}

export function refundBody(
  { id, amount }: AskedAttempt,
  paymentId: string | null | undefined,
  { serviceCode }: TinggOptions,
): object {
  return {
    merchant_transaction_id: id,
    refund_type: 'Full',
    amount: majorNumber(amount),
    refund_narration: `Refund of ${id}`,
    refund_reference: id,
    service_code: serviceCode,
    currency_code: amount.currency,
    ...(paymentId && { payment_id: paymentId }),
  }
}

/** Letters, digits and underscores, 15 at most; the end of our ids is as random as the rest. */
function accountNumberOf(id: string): string {
  return id.replace(/\W/g, '_').slice(-15)
}

/** `2026-11-20 10:30:00` */
function utcText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

const majorNumber = (amount: Money): number => Number(majorText(amount))
