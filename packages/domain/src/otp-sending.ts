import { type OtpBudget, type OtpLimits, otpBudgets } from './otp-limits.ts'

/** What has gone out so far, as far as it matters to one more message. */
export interface OtpHistory {
  /** The last message to the number. Epoch milliseconds. */
  readonly lastSentAt?: number
  /** Messages to the number within a day whose code nobody typed back. */
  readonly unverifiedOfDay: number
  readonly spentThisHour: Readonly<Record<OtpBudget, number>>
  /** Of the messages of the last hour that had time to be answered. */
  readonly answers: { readonly sent: number; readonly verified: number }
}

export interface OtpAsking {
  readonly at: number
  readonly hasWorked: boolean
  /** Its address is busy or it looks automated. Many customers share one address, so this alone never refuses. */
  readonly isSuspect: boolean
}

/** Why a caller works for a message: the number's own day, the caller's looks, or messages that nobody answers. */
export const workReasons = ['number', 'caller', 'breaker'] as const
export type WorkReason = (typeof workReasons)[number]

export type OtpVerdict =
  | { readonly verdict: 'send' }
  | { readonly verdict: 'too_soon'; readonly waitMs: number }
  | { readonly verdict: 'proof_of_work_needed'; readonly because: WorkReason }
  | { readonly verdict: 'limit_reached'; readonly by: OtpBudget | 'day' }

/** Whether one more message may go out. Work buys patience, never a hard limit. */
export function judgeOtp(history: OtpHistory, asking: OtpAsking, limits: OtpLimits): OtpVerdict {
  const waitMs = otpWaitMs(history.lastSentAt, asking.at, limits)
  if (waitMs > 0) return { verdict: 'too_soon', waitMs }

  const { spentThisHour, unverifiedOfDay } = history
  if (unverifiedOfDay >= limits.unverifiedPerDay.most) return { verdict: 'limit_reached', by: 'day' }
  const by = otpBudgets.find((budget) => spentThisHour[budget] >= limits.perHour[budget])
  if (by !== undefined) return { verdict: 'limit_reached', by }

  const because = reasonToWork(history, asking, limits)
  return because === undefined || asking.hasWorked ? { verdict: 'send' } : { verdict: 'proof_of_work_needed', because }
}

function reasonToWork(
  { unverifiedOfDay, answers }: OtpHistory,
  { isSuspect }: OtpAsking,
  limits: OtpLimits,
): WorkReason | undefined {
  if (unverifiedOfDay >= limits.unverifiedPerDay.free) return 'number'
  // What holds for everybody holds behind a busy address too.
  if (isPumped(answers, limits)) return 'breaker'
  return isSuspect ? 'caller' : undefined
}

export function isPumped({ sent, verified }: OtpHistory['answers'], { breaker }: OtpLimits): boolean {
  return sent >= breaker.fromMessages && verified < sent * breaker.answeredAtLeast
}

/** How long a number is left in peace after a message. */
export function otpWaitMs(lastSentAt: number | undefined, at: number, { betweenSendsMs }: OtpLimits): number {
  return lastSentAt === undefined ? 0 : Math.max(0, lastSentAt + betweenSendsMs - at)
}
