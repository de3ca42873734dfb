import { plainDigits } from './numbers/msisdn.ts'
import type { ChallengeLevel } from './rate-limits/challenge.ts'
import { judgeRate, type RateCounts, type RateDimension, type RatePolicy } from './rate-limits/rate-limit.ts'
import { day, minute } from './time.ts'

export const otpLength = 6

/** The number of codes; any non-negative integer below it makes one. */
export const otpCount = 10 ** otpLength

export type OtpReading =
  | { readonly outcome: 'valid'; readonly code: string }
  | { readonly outcome: 'empty' | 'too_short' | 'too_long' | 'not_a_code' }

const separators = /[\s\p{Pd}\p{Cf}.]/gu

/** `000042` is a valid code too. */
export function otpOf(number: number): string {
  if (!Number.isInteger(number) || number < 0 || number >= otpCount) throw new RangeError(`${number} makes no code`)
  return String(number).padStart(otpLength, '0')
}

const isCode = (text: string) => text.length === otpLength && /^\d+$/.test(text)

/** Finds the code in a pasted message, which may have a date and a time before it: the only word of six digits. */
function codeWithin(text: string): string | undefined {
  const codes = new Set(text.split(/[\s,;:#]+|[.](?=\s|$)/).filter(isCode))
  return codes.size === 1 ? [...codes][0] : undefined
}

/** Parses a code as typed or pasted: `123 456`, `123-456`, `30/11 14:05 123456 is your code`. */
export function readOtp(text: string): OtpReading {
  const digits = plainDigits(text)
  const typed = digits.replace(separators, '')
  if (typed === '') return { outcome: 'empty' }
  const code = isCode(typed) ? typed : codeWithin(digits)
  if (code !== undefined) return { outcome: 'valid', code }
  if (!/^\d+$/.test(typed)) return { outcome: 'not_a_code' }
  return { outcome: typed.length < otpLength ? 'too_short' : 'too_long' }
}

/** Phones offer the code on pages of that host when the last line of the message has exactly this form. */
export function otpText(message: string, { host, code }: { readonly host: string; readonly code: string }): string {
  return `${message}\n\n@${host} #${code}`
}

export const otpWindows = {
  dayMs: day,
} as const

/** The settings of one-time codes. The policy `code_message` limits how many are sent. */
export const otpLimits = {
  /** A code is valid for this long. */
  codeLifeMs: 5 * minute,
  /** New codes may be requested under one id for this long. */
  resendLifeMs: 30 * minute,
  /** A proof is valid for this long. */
  proofLifeMs: 10 * minute,
  /** Tries for one id, across all its codes. */
  tries: 5,
  betweenSendsMs: minute,
} as const satisfies OtpLimits

export interface OtpLimits {
  readonly codeLifeMs: number
  readonly resendLifeMs: number
  readonly proofLifeMs: number
  readonly tries: number
  readonly betweenSendsMs: number
}

/** The messages sent so far, as needed to decide about one more. */
export interface OtpHistory {
  /** The time of the last message to the number, in epoch milliseconds. */
  readonly lastSentAt?: number
  readonly counts: RateCounts
}

export interface OtpRequester {
  readonly at: number
  /** A challenge was solved or waited out. */
  readonly hasWorked: boolean
  /** Requests from the same class of addresses that did not succeed. */
  readonly clientNetwork: number
}

export type OtpDecision =
  | { readonly outcome: 'send' }
  | { readonly outcome: 'too_soon'; readonly waitMs: number }
  | {
      readonly outcome: 'proof_of_work_needed'
      readonly level: ChallengeLevel
      readonly sharedLevel: ChallengeLevel
    }
  | { readonly outcome: 'limit_reached'; readonly by: RateDimension }

interface OtpRules {
  readonly limits: Pick<OtpLimits, 'betweenSendsMs'>
  readonly policy: RatePolicy
}

/** Decides whether one more message may be sent. */
export function decideOtp(
  { lastSentAt, counts }: OtpHistory,
  { at, hasWorked, clientNetwork }: OtpRequester,
  { limits, policy }: OtpRules,
): OtpDecision {
  const waitMs = otpWaitMs(lastSentAt, at, limits)
  if (waitMs > 0) return { outcome: 'too_soon', waitMs }
  const decision = judgeRate(policy, { ...counts, clientNetwork })
  if (decision.outcome === 'refused') return { outcome: 'limit_reached', by: decision.by }
  const { level, sharedLevel } = decision
  return level === 0 || hasWorked ? { outcome: 'send' } : { outcome: 'proof_of_work_needed', level, sharedLevel }
}

/** The remaining pause between two messages to a number. */
export function otpWaitMs(
  lastSentAt: number | undefined,
  at: number,
  { betweenSendsMs }: Pick<OtpLimits, 'betweenSendsMs'>,
): number {
  return lastSentAt === undefined ? 0 : Math.max(0, lastSentAt + betweenSendsMs - at)
}
