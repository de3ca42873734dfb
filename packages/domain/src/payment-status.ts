import type { AttemptState } from './attempt-state.ts'
import type { DeliveryState } from './delivery-state.ts'
import type { RefundState } from './refund-state.ts'

export interface Legs {
  readonly money: AttemptState
  readonly delivery?: DeliveryState
  readonly refund?: RefundState
  /** The visitor is at the gateway's own page and has not come back yet. */
  readonly isAtGatewayPage: boolean
}

/** The spec's transaction status (section 4) over the three legs. */
export const paymentStatuses = ['REQUEST_REGISTERED', 'REQUEST_RAISED', 'IN_PROCESS', 'SUCCESS', 'FAILED'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

const whileUndecided = (atPage: boolean): PaymentStatus => (atPage ? 'REQUEST_RAISED' : 'IN_PROCESS')

const statusOfMoney: Readonly<Record<AttemptState, (legs: Legs) => PaymentStatus>> = {
  created: () => 'REQUEST_REGISTERED',
  handing_over: (legs) => whileUndecided(legs.isAtGatewayPage),
  waiting: (legs) => whileUndecided(legs.isAtGatewayPage),
  superseded: (legs) => whileUndecided(legs.isAtGatewayPage),
  captured: (legs) => statusOfDelivery(legs),
  captured_late: (legs) => statusOfDelivery(legs),
  refused: () => 'FAILED',
  expired: () => 'FAILED',
  // The customer keeps what he was promised; the loss is the operator's to settle.
  reversed: (legs) => statusOfDelivery(legs),
}

function statusOfDelivery({ delivery, refund }: Legs): PaymentStatus {
  if (refund !== undefined) return 'FAILED'
  return delivery === 'delivered' ? 'SUCCESS' : 'IN_PROCESS'
}

export function statusOver(legs: Legs): PaymentStatus {
  return statusOfMoney[legs.money](legs)
}

/** Nothing more will happen by itself: pollers may stop. */
export function isSettled({ money, delivery, refund }: Legs): boolean {
  if (refund !== undefined) return refund === 'refunded' || refund === 'review'
  if (delivery !== undefined) return delivery === 'delivered'
  return money === 'refused' || money === 'expired'
}
