/** A difference between two records. `explained`: staff know why, and wait for the correction. */
export const caseStates = ['open', 'explained', 'closed'] as const
export type CaseState = (typeof caseStates)[number]

/** A later comparison that found something else opens a case again. */
const nextStates: Readonly<Record<CaseState, readonly CaseState[]>> = {
  open: ['explained', 'closed'],
  explained: ['open', 'closed'],
  closed: ['open'],
}

export function canCaseMove(from: CaseState, to: CaseState): boolean {
  return nextStates[from].includes(to)
}

interface StoredFinding {
  readonly state: CaseState
  /** The finding in one text: result, reason and figures. */
  readonly finding: string
}

/** The state of a case after a comparison; `finding` is absent when both sides agree now. */
export function stateAfterComparison(stored: StoredFinding | undefined, finding: string | undefined): CaseState {
  if (finding === undefined) return 'closed'
  return stored !== undefined && stored.finding === finding ? stored.state : 'open'
}
