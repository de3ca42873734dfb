/** How far an order has come on its way into the operator's own systems. */
export const handInStates = ['due', 'handing_over', 'handed_in', 'refused'] as const
export type HandInState = (typeof handInStates)[number]

const nextStates: Readonly<Record<HandInState, readonly HandInState[]>> = {
  // The intention stands before the call: a crash in it is "ask by our reference", never "not involved".
  due: ['handing_over'],
  // Back to due only when the other side, asked, has never heard of it.
  handing_over: ['handed_in', 'refused', 'due'],
  handed_in: [],
  // A person mended what was refused, or entered the order there by hand.
  refused: ['due', 'handed_in'],
}

export function canHandInMove(from: HandInState, to: HandInState): boolean {
  return nextStates[from].includes(to)
}

/** Every legal move, as rows. */
export const handInMoves: readonly { readonly from: HandInState | 'none'; readonly to: HandInState }[] = [
  { from: 'none', to: 'due' },
  ...handInStates.flatMap((from) => nextStates[from].map((to) => ({ from, to }))),
]
