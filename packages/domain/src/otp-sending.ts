import type { ChallengeLevel } from './challenge.ts'
import type { OtpLimits } from './otp-limits.ts'
import { judgeRate, type RateCounts, type RateDimension, type RatePolicy } from './rate-limit.ts'

/** What has gone out so far, as far as it matters to one more message. */
export interface OtpHistory {
  /** The last message to the number. Epoch milliseconds. */
  readonly lastSentAt?: number
  readonly counts: RateCounts
}

export interface OtpAsking {
  readonly at: number
  /** A challenge was solved, or waited out. */
  readonly hasWorked: boolean
  /** Requests of the same class of addresses, beyond those that came to a good end. */
  readonly sender: number
}

export type OtpVerdict =
  | { readonly verdict: 'send' }
  | { readonly verdict: 'too_soon'; readonly waitMs: number }
  | {
      readonly verdict: 'proof_of_work_needed'
      readonly level: ChallengeLevel
      readonly sharedLevel: ChallengeLevel
    }
  | { readonly verdict: 'limit_reached'; readonly by: RateDimension }

interface OtpRules {
  readonly limits: Pick<OtpLimits, 'betweenSendsMs'>
  readonly policy: RatePolicy
}

/** Whether one more message may go out. */
export function judgeOtp(
  { lastSentAt, counts }: OtpHistory,
  { at, hasWorked, sender }: OtpAsking,
  { limits, policy }: OtpRules,
): OtpVerdict {
  const waitMs = otpWaitMs(lastSentAt, at, limits)
  if (waitMs > 0) return { verdict: 'too_soon', waitMs }
  const decision = judgeRate(policy, { ...counts, sender })
  if (decision.outcome === 'refused') return { verdict: 'limit_reached', by: decision.by }
  const { level, sharedLevel } = decision
  return level === 0 || hasWorked ? { verdict: 'send' } : { verdict: 'proof_of_work_needed', level, sharedLevel }
}

/** How long a number is left in peace after a message. */
export function otpWaitMs(
  lastSentAt: number | undefined,
  at: number,
  { betweenSendsMs }: Pick<OtpLimits, 'betweenSendsMs'>,
): number {
  return lastSentAt === undefined ? 0 : Math.max(0, lastSentAt + betweenSendsMs - at)
}
