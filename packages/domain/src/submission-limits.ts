import type { WorkReason } from './otp-sending.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How many messages to the operator may come, and how many of them come for nothing. */
export const submissionLimits = {
  ofOne: {
    windowMs: day,
    /** From one number or e-mail address. Anybody may type it, so more cost work and are not refused. */
    free: 5,
  },
  /** Of the web, or of one channel of the JSON door: a flood of one closes no other, and none for longer than this. */
  altogether: {
    windowMs: hour,
    /** Beyond what people write in an hour, whoever writes works for it. */
    free: 200,
    /** From here on somebody floods us: no more from addresses that send more than people do. */
    fromBusy: 500,
    /** So many addresses take part that nobody can be told from them. */
    most: 2_000,
  },
} as const

/** The same words again within this time are one message: pressed twice, or sent again by a reload. */
export const sameWithinMs = 10 * minute

/** Whole offices and villages share one address: beyond this it costs work, and is refused in a flood alone. */
export const submissionsOfAddress = { wishes: 10, withinMs: hour, known: 10_000 } as const

/** Each in its window. */
export interface SubmissionsSoFar {
  /** From the same number or the same e-mail address. */
  readonly fromSame: number
  /** By the same channel. */
  readonly altogether: number
}

export type SubmissionVerdict = 'take' | 'full' | { readonly workFor: WorkReason }

/** Whether one more is taken as it is, for work, or not at all. */
export function judgeSubmission({ fromSame, altogether }: SubmissionsSoFar, isAddressBusy: boolean): SubmissionVerdict {
  const { ofOne, altogether: limits } = submissionLimits
  if (altogether >= (isAddressBusy ? limits.fromBusy : limits.most)) return 'full'
  if (fromSame >= ofOne.free) return { workFor: 'number' }
  if (altogether >= limits.free) return { workFor: 'breaker' }
  return isAddressBusy ? { workFor: 'caller' } : 'take'
}
