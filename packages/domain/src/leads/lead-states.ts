/**
 * The progress of an order for home internet. `interested`: the place is not covered yet, and the customer waits for
 * coverage.
 */
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

/** The operator may skip stages, schedule another day or give another reason to wait. */
const nextStages: Readonly<Record<LeadStage, readonly LeadStage[]>> = {
  received: ['checked', 'scheduled', 'installed', 'on_hold', 'refused', 'cancelled', 'interested'],
  checked: ['scheduled', 'installed', 'on_hold', 'refused', 'cancelled'],
  scheduled: ['scheduled', 'installed', 'on_hold', 'refused', 'cancelled'],
  on_hold: ['received', 'checked', 'scheduled', 'installed', 'on_hold', 'refused', 'cancelled'],
  // Any progress that the operator reports turns the interest into an order.
  interested: ['checked', 'scheduled', 'installed', 'on_hold', 'refused', 'cancelled'],
  installed: [],
  refused: [],
  cancelled: [],
}

export function canLeadMove(from: LeadStage, to: LeadStage): boolean {
  return nextStages[from].includes(to)
}

const served: readonly LeadStage[] = ['checked', 'scheduled', 'installed']

/** The operator checked the place and will serve it, regardless of the earlier coverage estimate. */
export function isLeadServed(stage: LeadStage): boolean {
  return served.includes(stage)
}

/** Tells whether no stage follows. */
export function isLeadOver(stage: LeadStage): boolean {
  return nextStages[stage].length === 0
}

const ends: readonly LeadStage[] = ['refused', 'cancelled']

/** The order ended without home internet. */
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

/** The progress of submitting an order to the operator's BSS. */
export const submissionStates = ['due', 'submitting', 'submitted', 'refused'] as const
export type SubmissionState = (typeof submissionStates)[number]

const nextStates: Readonly<Record<SubmissionState, readonly SubmissionState[]>> = {
  // Written before the call: after a crash in it the order is looked up by reference, never assumed to be unsent.
  due: ['submitting'],
  // A submission is due again only when the BSS answered that it does not know the reference.
  submitting: ['submitted', 'refused', 'due'],
  submitted: [],
  // Staff corrected a refused submission, or entered the order in the BSS by hand.
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
