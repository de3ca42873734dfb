/** The money component: the outcome of one attempt to take the money. */
export const attemptStates = [
  'created',
  'handing_over',
  'waiting',
  'superseded',
  'captured',
  'captured_late',
  'refused',
  'expired',
  'reversed',
] as const
export type AttemptState = (typeof attemptStates)[number]

export const nextAttemptStates: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  created: ['handing_over', 'expired'],
  // After a crash in this state the attempt is looked up by reference, never assumed to be unknown to the provider.
  handing_over: ['waiting', 'captured', 'refused', 'expired', 'superseded'],
  waiting: ['captured', 'refused', 'expired', 'superseded'],
  superseded: ['captured_late', 'refused', 'expired'],
  // Late money: only the provider's own verification result may cause this move.
  refused: ['captured_late'],
  expired: ['captured_late'],
  captured: ['reversed'],
  captured_late: ['reversed'],
  reversed: [],
}

/** States in which the provider may still take the money, so its status must be checked. */
export const undecidedAttemptStates = [
  'handing_over',
  'waiting',
  'superseded',
] as const satisfies readonly AttemptState[]

/** The name of a capture that is learned in this state: after the attempt was given up it is late. */
export function toCapturedState(state: AttemptState): 'captured' | 'captured_late' {
  return nextAttemptStates[state].includes('captured') ? 'captured' : 'captured_late'
}

/** The delivery component: the outcome of delivering the goods. */
export const deliveryStates = ['due', 'sending', 'delivered', 'impossible'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const nextDeliveryStates: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  // A delivery is given up when none of it can have arrived in time, and delivered when the last look-up finds it at
  // the BSS.
  due: ['sending', 'impossible', 'delivered'],
  // A delivery is due again only when the BSS is known to have no record of it.
  sending: ['delivered', 'impossible', 'due'],
  delivered: [],
  impossible: [],
}

/** The refund component: money that is being returned. */
export const refundStates = ['due', 'requesting', 'refunded', 'review'] as const
export type RefundState = (typeof refundStates)[number]

export const nextRefundStates: Readonly<Record<RefundState, readonly RefundState[]>> = {
  // A refund goes straight to review where the gateway has no refund call.
  due: ['requesting', 'review'],
  // The answer of a refund can be lost; the refund is looked up again, and staff decide when the provider cannot
  // tell.
  requesting: ['refunded', 'review', 'due'],
  refunded: [],
  review: ['refunded'],
}

/**
 * The moves of the credit component, which is airtime given as goodwill. It is delivered like goods; one that certainly
 * failed may be given again.
 */
export const nextCreditStates: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  ...nextDeliveryStates,
  impossible: ['due'],
}

/**
 * The states of the takeback component, which takes goods of a refunded payment from the line again. In `asked` the
 * balance of the line is read, and a second person looks at it. Then the debit proceeds like a delivery.
 */
export const takebackStates = ['asked', ...deliveryStates] as const
export type TakebackState = (typeof takebackStates)[number]

export const nextTakebackStates: Readonly<Record<TakebackState, readonly TakebackState[]>> = {
  asked: ['due', 'impossible'],
  ...nextDeliveryStates,
  // Nothing was taken, so the takeback may be requested again.
  impossible: ['asked'],
}

export type PaymentComponent = 'money' | 'delivery' | 'refund' | 'credit' | 'takeback'

/**
 * The goods of a capture: its own from now on (`claimed`), another capture's already (`taken`), or those of a lead that
 * has ended (`undeliverable`).
 */
export type CapturedGoods = 'claimed' | 'taken' | 'undeliverable'

/** The component that a capture begins: money for which the payer gets nothing goes back. */
export const componentAfterCapture = {
  claimed: 'delivery',
  taken: 'refund',
  undeliverable: 'refund',
} as const satisfies Readonly<Record<CapturedGoods, PaymentComponent>>

/** The action that may have been done for a payment before a restored database lost it. */
export type LostHistory = 'nothing' | 'refund' | 'anything'

/** The state of a refund after a database loss: it is looked up first wherever it may have been requested. */
export const refundStateAfterLoss = {
  nothing: 'due',
  refund: 'requesting',
  anything: 'requesting',
} as const satisfies Readonly<Record<LostHistory, RefundState>>

/**
 * The state of a delivery after a database loss: it is looked up first when it may have been sent, and given up when
 * the payment was refunded.
 */
export const deliveryStateAfterLoss = {
  nothing: 'due',
  refund: 'impossible',
  anything: 'sending',
} as const satisfies Readonly<Record<LostHistory, DeliveryState>>

export interface LegalMove {
  readonly component: PaymentComponent
  readonly from: string
  readonly to: string
}

/** The initial state of each component; `none` means that it does not exist yet. */
const firstStates = {
  money: 'created',
  delivery: 'due',
  refund: 'due',
  credit: 'due',
  takeback: 'asked',
} as const satisfies Record<PaymentComponent, string>

const nextStates: Readonly<Record<PaymentComponent, Readonly<Record<string, readonly string[]>>>> = {
  money: nextAttemptStates,
  delivery: nextDeliveryStates,
  refund: nextRefundStates,
  credit: nextCreditStates,
  takeback: nextTakebackStates,
}

const components = ['money', 'delivery', 'refund', 'credit', 'takeback'] as const satisfies readonly PaymentComponent[]

/** Every legal move of a component, as rows; the database holds the same rows and refuses all others. */
export const legalMoves: readonly LegalMove[] = components.flatMap((component) => [
  { component, from: 'none', to: firstStates[component] },
  ...Object.entries(nextStates[component]).flatMap(([from, tos]) => tos.map((to) => ({ component, from, to }))),
])

export function canMove(component: PaymentComponent, from: string, to: string): boolean {
  return nextStates[component][from]?.includes(to) ?? false
}
