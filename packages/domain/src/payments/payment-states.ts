/** The money component: what became of one try to take the money. */
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
  // A crash in here is "unknown: ask by our reference", never "not involved".
  handing_over: ['waiting', 'captured', 'refused', 'expired', 'superseded'],
  waiting: ['captured', 'refused', 'expired', 'superseded'],
  superseded: ['captured_late', 'refused', 'expired'],
  // Late money: only a provider's own verification result may do this.
  refused: ['captured_late'],
  expired: ['captured_late'],
  captured: ['reversed'],
  captured_late: ['reversed'],
  reversed: [],
}

/** States in which the provider may still take the money, so that it must be asked. */
export const undecidedAttemptStates = [
  'handing_over',
  'waiting',
  'superseded',
] as const satisfies readonly AttemptState[]

/** What a capture is called when it is learned in this state: one that comes after we gave up is late. */
export function capturedFrom(state: AttemptState): 'captured' | 'captured_late' {
  return nextAttemptStates[state].includes('captured') ? 'captured' : 'captured_late'
}

/** The delivery component: what became of the thing that was paid for. */
export const deliveryStates = ['due', 'sending', 'delivered', 'impossible'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const nextDeliveryStates: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  // Given up when nothing of it can have arrived in time; delivered when the last look finds it at the BSS after all.
  due: ['sending', 'impossible', 'delivered'],
  // Back to due only when it is known that the BSS has never heard of it.
  sending: ['delivered', 'impossible', 'due'],
  delivered: [],
  impossible: [],
}

/** The refund component: money on its way back. */
export const refundStates = ['due', 'requesting', 'refunded', 'review'] as const
export type RefundState = (typeof refundStates)[number]

export const nextRefundStates: Readonly<Record<RefundState, readonly RefundState[]>> = {
  // To a person at once where the gateway has no call for refunds.
  due: ['requesting', 'review'],
  // The answer of a refund can be lost; it is asked for again, and a person decides when the provider cannot say.
  requesting: ['refunded', 'review', 'due'],
  refunded: [],
  review: ['refunded'],
}

export type PaymentComponent = 'money' | 'delivery' | 'refund'

export interface LegalMove {
  readonly component: PaymentComponent
  readonly from: string
  readonly to: string
}

/** Where each component begins; `none` stands for "not there yet". */
const firstStates = { money: 'created', delivery: 'due', refund: 'due' } as const satisfies Record<
  PaymentComponent,
  string
>

const nextStates: Readonly<Record<PaymentComponent, Readonly<Record<string, readonly string[]>>>> = {
  money: nextAttemptStates,
  delivery: nextDeliveryStates,
  refund: nextRefundStates,
}

const components = ['money', 'delivery', 'refund'] as const satisfies readonly PaymentComponent[]

/** Every move that any component may make, as rows; the database holds the same rows and refuses all others. */
export const legalMoves: readonly LegalMove[] = components.flatMap((component) => [
  { component, from: 'none', to: firstStates[component] },
  ...Object.entries(nextStates[component]).flatMap(([from, tos]) => tos.map((to) => ({ component, from, to }))),
])

export function canMove(component: PaymentComponent, from: string, to: string): boolean {
  return nextStates[component][from]?.includes(to) ?? false
}
