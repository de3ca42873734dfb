import { isCurrency, type Money, parseMoney } from '@nyanja/domain/money/money'
import { PortalError } from '../../errors.ts'
import type { VerificationResult } from '../../payments/payment-gateway.ts'
import type { TinggRequest } from './tingg-replies.ts'

export const statuses = {
  failedAttempt: 99,
  expired: 129,
  raised: 130,
  partlyPaid: 176,
  paid: 178,
  expiredPartlyPaid: 179,
  rejected: 180,
  accepted: 183,
  partRefundInitiated: 184,
  refundInitiated: 185,
  partRefunded: 186,
  refunded: 187,
  received: 188,
  refundExpired: 191,
  invalid: 422,
} as const

const givenBack: VerificationResult = { state: 'review', reason: 'tingg: paid, and being given back' }

const resultByStatus: Readonly<Record<number, VerificationResult>> = {
  [statuses.raised]: { state: 'pending' },
  [statuses.failedAttempt]: { state: 'pending' },
  // Paid, and ours to accept; nothing is left to the customer.
  [statuses.received]: { state: 'unknown' },
  [statuses.expired]: { state: 'refused', reason: 'expired' },
  [statuses.expiredPartlyPaid]: { state: 'refused', reason: 'expired' },
  [statuses.rejected]: { state: 'refused', reason: 'refused' },
  [statuses.partlyPaid]: { state: 'review', reason: 'tingg: partly paid, and closed' },
  [statuses.partRefundInitiated]: givenBack,
  [statuses.refundInitiated]: givenBack,
  [statuses.partRefunded]: givenBack,
  [statuses.refunded]: givenBack,
  [statuses.refundExpired]: givenBack,
}

const captures: readonly number[] = [statuses.paid, statuses.accepted]

export function toVerificationResult(request: TinggRequest): VerificationResult {
  const { request_status_code: status } = request
  if (status === statuses.invalid) throw new PortalError('provider_broke_contract', `tingg query: status ${status}`)
  return captures.includes(status) ? captured(request) : (resultByStatus[status] ?? { state: 'unknown' })
}

function captured(request: TinggRequest): VerificationResult {
  const { merchant_transaction_id: reference, checkout_request_id: providerReference } = request
  const amount = paidIn(request)
  if (!reference || amount === undefined) return { state: 'review', reason: 'tingg: paid, but not what or how much' }
  return { state: 'captured', reference, amount, ...(providerReference && { providerReference }) }
}

/** What was really taken; the amounts of the request are what was asked. */
export function paidIn({ amount_paid, currency_code }: TinggRequest): Money | undefined {
  return currency_code && isCurrency(currency_code) ? parseMoney(amount_paid ?? '', currency_code) : undefined
}
