import type { WorkReason } from './otp-sending.ts'

const hour = 3_600_000

/** How many orders for internet at home may begin in an hour, and how many of them for nothing. */
export const draftLimits = {
  windowMs: hour,
  /** Beyond what a country begins in its busiest hour, whoever begins one works for it. */
  freeAltogether: 1_000,
  /** What the database is spared. Who comes so far has worked for hours on many machines. */
  mostAltogether: 50_000,
} as const

/** Whole villages and shops share one address: beyond this it costs work, and is never refused. */
export const draftsOfAddress = { wishes: 20, withinMs: hour, known: 10_000 } as const

export type DraftVerdict = 'take' | 'full' | { readonly workFor: WorkReason }

/** Whether one more begins as it is, for work, or not at all. */
export function judgeDraft(begunLately: number, isAddressBusy: boolean): DraftVerdict {
  if (begunLately >= draftLimits.mostAltogether) return 'full'
  if (begunLately >= draftLimits.freeAltogether) return { workFor: 'breaker' }
  return isAddressBusy ? { workFor: 'caller' } : 'take'
}
