/** The money leg: what became of one try to take the money. */
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
