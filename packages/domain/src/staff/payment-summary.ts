import type { AttemptState, DeliveryState, RefundState } from '../payments/payment-states.ts'
import type { ReviewedComponents } from '../payments/review-resolutions.ts'

/** A payment in one word, as staff sort them. */
export const paymentSummaries = [
  'in_review',
  'undelivered',
  'undecided',
  'going_back',
  'delivered',
  'gone_back',
  'refused',
  'expired',
  'reversed',
  'not_begun',
] as const
export type PaymentSummary = (typeof paymentSummaries)[number]

const ofRefund: Readonly<Record<RefundState, PaymentSummary>> = {
  due: 'going_back',
  requesting: 'going_back',
  refunded: 'gone_back',
  review: 'in_review',
}

const ofDelivery: Readonly<Record<DeliveryState, PaymentSummary>> = {
  due: 'undelivered',
  sending: 'undelivered',
  delivered: 'delivered',
  impossible: 'going_back',
}

const ofMoney: Readonly<Record<AttemptState, PaymentSummary>> = {
  created: 'not_begun',
  handing_over: 'undecided',
  waiting: 'undecided',
  superseded: 'undecided',
  captured: 'undelivered',
  captured_late: 'undelivered',
  refused: 'refused',
  expired: 'expired',
  reversed: 'reversed',
}

/** Summarizes by the last component that has begun, unless a person has to act. */
export function summarizePayment(
  { money, delivery, refund, isPartRefund = false }: ReviewedComponents,
  { isInReview }: { readonly isInReview: boolean },
): PaymentSummary {
  if (isInReview) return 'in_review'
  if (refund !== undefined && !(isPartRefund && refund === 'refunded')) return ofRefund[refund]
  return delivery === undefined || money === 'reversed' ? ofMoney[money] : ofDelivery[delivery]
}
