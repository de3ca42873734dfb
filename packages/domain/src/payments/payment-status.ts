import type { AttemptState, DeliveryState, RefundState } from './payment-states.ts'

export interface PaymentComponents {
  readonly money: AttemptState
  readonly delivery?: DeliveryState
  readonly refund?: RefundState
  /** The visitor is at the gateway's own page and has not come back yet. */
  readonly isAtGatewayPage: boolean
}

/** The spec's transaction status (section 4) over the three components. */
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
  // The customer keeps what he was promised; the loss is the operator's to settle.
  reversed: (components) => statusOfDelivery(components),
}

function statusOfDelivery({ delivery, refund }: PaymentComponents): PaymentStatus {
  if (refund !== undefined) return 'FAILED'
  return delivery === 'delivered' ? 'SUCCESS' : 'IN_PROCESS'
}

export function computeStatus(components: PaymentComponents): PaymentStatus {
  return statusOfMoney[components.money](components)
}

/** Nothing more will happen by itself: pollers may stop. */
export function isFinal({ money, delivery, refund }: PaymentComponents): boolean {
  if (refund !== undefined) return refund === 'refunded' || refund === 'review'
  if (delivery !== undefined) return delivery === 'delivered'
  return money === 'refused' || money === 'expired'
}

/**
 * Where money is that was paid for something that nobody brings. `looked_at`: nobody has said yet what becomes of it.
 * `by_person`: it goes back, and not by itself. `settled`: a person has found another end.
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
  /** It stands in the review list. */
  readonly isReviewed: boolean
}

export function getUndeliverableMoney({ delivery, refund, isReviewed }: PaidComponents): UndeliverableMoney {
  if (refund !== undefined) return beingRefunded[refund]
  return delivery === 'delivered' && !isReviewed ? 'closed' : 'looked_at'
}
