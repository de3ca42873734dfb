// @ts-nocheck
import { nextAttemptStates } from './attempt-state.ts'
import { nextDeliveryStates } from './delivery-state.ts'
import { nextRefundStates } from './refund-state.ts'

export type Leg = 'money' | 'delivery' | 'refund'

export interface LegalMove {
  readonly leg: Leg
  readonly from: string
  readonly to: string
}

/** Where each leg begins; `none` stands for "not there yet". */
const firstStates = { money: 'created', delivery: 'due', refund: 'due' } as const satisfies Record<Leg, string>

const nextStates: Readonly<Record<Leg, Readonly<Record<string, readonly string[]>>>> = {
  money: nextAttemptStates,
  delivery: nextDeliveryStates,
  refund: nextRefundStates,
}

const legs = ['money', 'delivery', 'refund'] as const satisfies readonly Leg[]

/** Every move that any leg may make, as rows; the database holds the same rows and refuses all others. */
export const legalMoves: readonly LegalMove[] = legs.flatMap((leg) => [
  { leg, from: 'none', to: firstStates[leg] },
  ...Object.entries(nextStates[leg]).flatMap(([from, tos]) => tos.map((to) => ({ leg, from, to }))),
])

export function canMove(leg: Leg, from: string, to: string): boolean {
  return nextStates[leg][from]?.includes(to) ?? false
}
