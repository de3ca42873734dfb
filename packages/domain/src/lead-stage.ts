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
export function isLeadInVain(stage: LeadStage): boolean {
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
