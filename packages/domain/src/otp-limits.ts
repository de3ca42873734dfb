import { day, minute } from './time.ts'

export const otpWindows = {
  dayMs: day,
} as const

/** The settings of one-time codes. How many go out is the policy of `code_message`. */
export const otpLimits = {
  /** A code may be typed back so long. */
  codeLifeMs: 5 * minute,
  /** New codes may be asked for under one id so long. */
  resendLifeMs: 30 * minute,
  /** What a verified code proves holds so long. */
  proofLifeMs: 10 * minute,
  /** Of one id, whatever its codes. */
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
