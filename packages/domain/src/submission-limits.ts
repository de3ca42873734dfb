import { ratePolicies } from './rate-policies.ts'
import { minute } from './time.ts'

/** In which messages to the operator are counted. */
export const submissionWindows = {
  ofOneMs: ratePolicies.submission.target.windowMs,
  altogetherMs: ratePolicies.submission.channel.windowMs,
} as const

/** The same words again within this time are one message: pressed twice, or sent again by a reload. */
export const sameWithinMs = 10 * minute

/** Each in its window. */
export interface SubmissionsSoFar {
  /** From the same number or the same e-mail address. */
  readonly fromSame: number
  /** By the same channel. */
  readonly altogether: number
}
