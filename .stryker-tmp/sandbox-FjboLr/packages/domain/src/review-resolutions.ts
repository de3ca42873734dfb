// @ts-nocheck
import { type AttemptState, capturedFrom } from './attempt-state.ts'
import type { DeliveryState } from './delivery-state.ts'
import type { Legs } from './payment-status.ts'
import type { RefundState } from './refund-state.ts'

/**
 * How a person may settle a payment of the review list. `paid`: the provider's statement has the money. `unpaid`: it has
 * not. `delivered`: the customer has what he bought. `refund`: give it back now. `refunded`: it was given back by hand.
 */
export const resolutions = ['paid', 'unpaid', 'delivered', 'refund', 'refunded', 'closed'] as const
export type Resolution = (typeof resolutions)[number]

export type ReviewedLegs = Omit<Legs, 'isAtGatewayPage'>

type Situation = 'under_way' | 'undecided' | 'given_up' | 'unsent' | 'undelivered' | 'refund_stuck' | 'over'

const resolutionsIn: Readonly<Record<Situation, readonly Resolution[]>> = {
  // A worker is about to act; whatever a person did would cross it.
  under_way: [],
  undecided: ['paid', 'refund', 'unpaid'],
  given_up: ['paid', 'refund', 'closed'],
  unsent: ['refund'],
  undelivered: ['delivered', 'refund'],
  refund_stuck: ['refunded'],
  over: ['closed'],
}

const situationOfRefund: Readonly<Record<RefundState, Situation>> = {
  due: 'under_way',
  requesting: 'under_way',
  review: 'refund_stuck',
  refunded: 'over',
}

const situationOfDelivery: Readonly<Record<DeliveryState, Situation>> = {
  due: 'unsent',
  sending: 'undelivered',
  delivered: 'over',
  impossible: 'under_way',
}

const situationOfMoney: Readonly<Record<AttemptState, Situation>> = {
  created: 'under_way',
  handing_over: 'undecided',
  waiting: 'undecided',
  superseded: 'undecided',
  captured: 'under_way',
  captured_late: 'under_way',
  refused: 'given_up',
  expired: 'given_up',
  reversed: 'over',
}

/** The last leg that has begun is the one that a person looks at. */
function situationOf({ money, delivery, refund }: ReviewedLegs): Situation {
  if (refund !== undefined) return situationOfRefund[refund]
  return delivery === undefined ? situationOfMoney[money] : situationOfDelivery[delivery]
}

/** None while a worker is at it. A payment can be closed only when no money is kept for nothing. */
export function resolutionsOf(legs: ReviewedLegs): readonly Resolution[] {
  return resolutionsIn[situationOf(legs)]
}

export type ReviewMove =
  | { readonly leg: 'money'; readonly from: AttemptState; readonly to: AttemptState }
  | { readonly leg: 'delivery'; readonly from: DeliveryState; readonly to: DeliveryState }
  | { readonly leg: 'refund'; readonly from: RefundState; readonly to: RefundState }

type MoveOf = (legs: ReviewedLegs) => ReviewMove | undefined

const takeMoney: MoveOf = ({ money }) => ({ leg: 'money', from: money, to: capturedFrom(money) })

const moves: Readonly<Record<Resolution, MoveOf>> = {
  paid: takeMoney,
  unpaid: ({ money }) => ({ leg: 'money', from: money, to: 'expired' }),
  delivered: ({ delivery }) => delivery && { leg: 'delivery', from: delivery, to: 'delivered' },
  refund: (legs) =>
    legs.delivery === undefined ? takeMoney(legs) : { leg: 'delivery', from: legs.delivery, to: 'impossible' },
  refunded: ({ refund }) => refund && { leg: 'refund', from: refund, to: 'refunded' },
  closed: () => undefined,
}

/** The move with which an allowed resolution begins; undefined when it moves nothing. */
export function moveOf(resolution: Resolution, legs: ReviewedLegs): ReviewMove | undefined {
  return moves[resolution](legs)
}
