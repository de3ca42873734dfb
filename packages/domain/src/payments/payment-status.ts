import type { AttemptState, DeliveryState, RefundState } from './payment-states.ts'

export interface PaymentComponents {
  readonly money: AttemptState
  readonly delivery?: DeliveryState
  readonly refund?: RefundState
  /** Whether the refund is of a part of the money, and the customer keeps the goods. */
  readonly isPartRefund?: boolean
  /** The visitor is on the gateway's hosted page and has not returned yet. */
  readonly isAtGatewayPage: boolean
}

/** The spec's transaction status (section 4), derived from the three components. */
export const paymentStatuses = ['REQUEST_REGISTERED', 'REQUEST_RAISED', 'IN_PROCESS', 'SUCCESS', 'FAILED'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

const whileUndecided = (atPage: boolean): PaymentStatus => (atPage ? 'REQUEST_RAISED' : 'IN_PROCESS')

const statusOfMoney: Readonly<Record<AttemptState, (components: PaymentComponents) => PaymentStatus>> = {
  created: () => 'REQUEST_REGISTERED',
  handing_over: (components) => whileUndecided(components.isAtGatewayPage),
  waiting: (components) => whileUndecided(components.isAtGatewayPage),
  superseded: (components) => whileUndecided(components.isAtGatewayPage),
  captured: (components) => statusOfDelivery(components),
  captured_late: (components) => statusOfDelivery(components),
  refused: () => 'FAILED',
  expired: () => 'FAILED',
  // The customer keeps the goods; the operator bears the loss.
  reversed: (components) => statusOfDelivery(components),
}

function statusOfDelivery({ delivery, refund, isPartRefund = false }: PaymentComponents): PaymentStatus {
  if (refund !== undefined && !isPartRefund) return 'FAILED'
  return delivery === 'delivered' ? 'SUCCESS' : 'IN_PROCESS'
}

export function computeStatus(components: PaymentComponents): PaymentStatus {
  return statusOfMoney[components.money](components)
}

/** Tells whether the status changes no further without staff, so that pollers may stop. */
export function isFinal({ money, delivery, refund }: PaymentComponents): boolean {
  if (refund !== undefined) return refund === 'refunded' || refund === 'review'
  if (delivery !== undefined) return delivery === 'delivered'
  return money === 'refused' || money === 'expired'
}

/**
 * The place of money that was paid for an undeliverable order. With `looked_at` there is no decision yet, with
 * `by_person` staff refund it by hand, and with `closed` staff closed the case without a refund.
 */
export type UndeliverableMoney = 'looked_at' | 'goes_back' | 'by_person' | 'is_back' | 'closed'

const beingRefunded: Readonly<Record<RefundState, UndeliverableMoney>> = {
  due: 'goes_back',
  requesting: 'goes_back',
  review: 'by_person',
  refunded: 'is_back',
}

interface PaidComponents {
  readonly delivery?: DeliveryState
  readonly refund?: RefundState
  /** The payment is in the review list. */
  readonly isReviewed: boolean
}

export function getUndeliverableMoney({ delivery, refund, isReviewed }: PaidComponents): UndeliverableMoney {
  if (refund !== undefined) return beingRefunded[refund]
  return delivery === 'delivered' && !isReviewed ? 'closed' : 'looked_at'
}
