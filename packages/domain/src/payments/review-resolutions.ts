import { type AttemptState, type DeliveryState, type RefundState, toCapturedState } from './payment-states.ts'
import type { PaymentComponents } from './payment-status.ts'

/**
 * The ways in which staff resolve a payment in review. `paid`: the provider's statement has the money. `unpaid`: it has
 * not. `delivered`: the customer has the goods. `refund`: the money is refunded now. `refunded`: it was refunded by
 * hand.
 */
export const resolutions = ['paid', 'unpaid', 'delivered', 'refund', 'refunded', 'closed'] as const
export type Resolution = (typeof resolutions)[number]

/**
 * Returns the amount that is part of a statement: undefined when the statement is about goods. `received` is what the
 * provider has of money about which nobody has decided yet, and `returned` is what went back by hand.
 */
export function amountStatedBy(
  resolution: Resolution,
  { delivery, refund }: ReviewedComponents,
): 'received' | 'returned' | undefined {
  if (resolution === 'refunded') return 'returned'
  const isAboutMoney = (resolution === 'paid' || resolution === 'refund') && delivery === undefined
  return isAboutMoney && refund === undefined ? 'received' : undefined
}

export type ReviewedComponents = Omit<PaymentComponents, 'isAtGatewayPage'>

type Situation =
  | 'under_way'
  | 'undecided'
  | 'given_up'
  | 'unsent'
  | 'undelivered'
  | 'undeliverable'
  | 'refund_stuck'
  | 'over'

/** The BSS was paid for an order that will not be delivered, so staff decide about the refund. */
export const undeliverableReason = 'lead_ended_after_payment'

const resolutionsIn: Readonly<Record<Situation, readonly Resolution[]>> = {
  // A worker is about to act and would conflict with staff.
  under_way: [],
  undecided: ['paid', 'refund', 'unpaid'],
  given_up: ['paid', 'refund', 'closed'],
  unsent: ['refund'],
  undelivered: ['delivered', 'refund'],
  undeliverable: ['refund', 'closed'],
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

/** Staff decide about the last component that has begun. */
function situationOf({ money, delivery, refund }: ReviewedComponents, reasons: readonly string[]): Situation {
  if (refund !== undefined) return situationOfRefund[refund]
  // Money that the provider has taken back is not refunded again.
  if (delivery === 'delivered' && money !== 'reversed' && reasons.includes(undeliverableReason)) return 'undeliverable'
  return delivery === undefined ? situationOfMoney[money] : situationOfDelivery[delivery]
}

/** Lists none while a worker is acting. A payment may be closed only when no money is kept for undelivered goods. */
export function listResolutions(
  components: ReviewedComponents,
  reasons: readonly string[] = [],
): readonly Resolution[] {
  return resolutionsIn[situationOf(components, reasons)]
}

export type ReviewMove =
  | { readonly component: 'money'; readonly from: AttemptState; readonly to: AttemptState }
  | { readonly component: 'delivery'; readonly from: DeliveryState; readonly to: DeliveryState }
  | { readonly component: 'refund'; readonly from: RefundState; readonly to: RefundState }

type MoveOf = (components: ReviewedComponents) => ReviewMove | undefined

const takeMoney: MoveOf = ({ money }) => ({ component: 'money', from: money, to: toCapturedState(money) })

const moves: Readonly<Record<Resolution, MoveOf>> = {
  paid: takeMoney,
  unpaid: ({ money }) => ({ component: 'money', from: money, to: 'expired' }),
  delivered: ({ delivery }) => delivery && { component: 'delivery', from: delivery, to: 'delivered' },
  refund(components) {
    if (components.delivery === undefined) return takeMoney(components)
    // The BSS did take the order; that record stays.
    return components.delivery === 'delivered'
      ? undefined
      : { component: 'delivery', from: components.delivery, to: 'impossible' }
  },
  refunded: ({ refund }) => refund && { component: 'refund', from: refund, to: 'refunded' },
  closed: () => undefined,
}

/** The first move of an allowed resolution; undefined when it changes no component. */
export function getResolutionMove(resolution: Resolution, components: ReviewedComponents): ReviewMove | undefined {
  return moves[resolution](components)
}
