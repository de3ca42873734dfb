import type { WorkReason } from './otp-sending.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How many messages to the operator may come in one day, and how many of them come for nothing. */
export const submissionLimits = {
  windowMs: day,
  /** From one number or e-mail address. Anybody may type it, so more cost work and are not refused. */
  freeFromOne: 5,
  /** Beyond what people write in a day, whoever writes works for it. */
  freeAltogether: 1_000,
  /** More than anybody could read. */
  mostAltogether: 10_000,
} as const

/** The same words again within this time are one message: pressed twice, or sent again by a reload. */
export const sameWithinMs = 10 * minute

/** Whole offices and villages share one address: beyond this it costs work, and is never refused. */
export const submissionsOfAddress = { wishes: 10, withinMs: hour, known: 10_000 } as const

export interface SubmissionsOfDay {
  /** From the same number or the same e-mail address. */
  readonly fromSame: number
  readonly altogether: number
}

export type SubmissionVerdict = 'take' | 'full' | { readonly workFor: WorkReason }

/** Whether one more is taken as it is, for work, or not at all. */
export function judgeSubmission({ fromSame, altogether }: SubmissionsOfDay, isAddressBusy: boolean): SubmissionVerdict {
  const { freeFromOne, freeAltogether, mostAltogether } = submissionLimits
  if (altogether >= mostAltogether) return 'full'
  if (fromSame >= freeFromOne) return { workFor: 'number' }
  if (altogether >= freeAltogether) return { workFor: 'breaker' }
  return isAddressBusy ? { workFor: 'caller' } : 'take'
}
