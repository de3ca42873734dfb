/** Where an order for internet at home stands. `interested`: it does not reach the place yet, and somebody waits for it. */
export const leadStages = [
  'received',
  'checked',
  'scheduled',
  'installed',
  'on_hold',
  'refused',
  'cancelled',
  'interested',
] as const
export type LeadStage = (typeof leadStages)[number]

const first: LeadStage = 'received'

/** The operator may leave stages out. A day may follow a day, and a reason to wait another one. */
const nextStages: Readonly<Record<LeadStage, readonly LeadStage[]>> = {
  received: ['checked', 'scheduled', 'installed', 'on_hold', 'refused', 'cancelled', 'interested'],
  checked: ['scheduled', 'installed', 'on_hold', 'refused', 'cancelled'],
  scheduled: ['scheduled', 'installed', 'on_hold', 'refused', 'cancelled'],
  on_hold: ['received', 'checked', 'scheduled', 'installed', 'on_hold', 'refused', 'cancelled'],
  // Whatever the operator makes of it is an order.
  interested: ['checked', 'scheduled', 'installed', 'on_hold', 'refused', 'cancelled'],
  installed: [],
  refused: [],
  cancelled: [],
}

export function canLeadMove(from: LeadStage, to: LeadStage): boolean {
  return nextStages[from].includes(to)
}

const served: readonly LeadStage[] = ['checked', 'scheduled', 'installed']

/** The operator's own people have looked, and bring it there: whatever was thought of the place before. */
export function isLeadServed(stage: LeadStage): boolean {
  return served.includes(stage)
}

/** Nothing follows it. */
export function isLeadOver(stage: LeadStage): boolean {
  return nextStages[stage].length === 0
}

const ends: readonly LeadStage[] = ['refused', 'cancelled']

/** It is over, and there is no internet at home. */
export function isLeadUndeliverable(stage: LeadStage): boolean {
  return ends.includes(stage)
}

export interface LeadMove {
  readonly from: LeadStage | 'none'
  readonly to: LeadStage
}

/** Every legal move, as rows; the database holds the same rows and refuses all others. */
export const leadMoves: readonly LeadMove[] = [
  { from: 'none', to: first },
  ...leadStages.flatMap((from) => nextStages[from].map((to) => ({ from, to }))),
]

/** How far an order has come on its way into the operator's own systems. */
export const submissionStates = ['due', 'submitting', 'submitted', 'refused'] as const
export type SubmissionState = (typeof submissionStates)[number]

const nextStates: Readonly<Record<SubmissionState, readonly SubmissionState[]>> = {
  // The intention stands before the call: a crash in it is "ask by our reference", never "not involved".
  due: ['submitting'],
  // Back to due only when the other side, asked, has never heard of it.
  submitting: ['submitted', 'refused', 'due'],
  submitted: [],
  // A person mended what was refused, or entered the order there by hand.
  refused: ['due', 'submitted'],
}

export function canSubmissionMove(from: SubmissionState, to: SubmissionState): boolean {
  return nextStates[from].includes(to)
}

/** Every legal move, as rows. */
export const submissionMoves: readonly { readonly from: SubmissionState | 'none'; readonly to: SubmissionState }[] = [
  { from: 'none', to: 'due' },
  ...submissionStates.flatMap((from) => nextStates[from].map((to) => ({ from, to }))),
]
