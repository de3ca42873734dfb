const minute = 60_000

export const otpWindows = {
  hourMs: 60 * minute,
  dayMs: 24 * 60 * minute,
  /** A person who wants the code has typed it by then. */
  answerMs: 5 * minute,
} as const

/** Whose messages are counted together, from the narrowest to the widest. */
export const otpBudgets = ['number', 'payer', 'channel', 'all'] as const
export type OtpBudget = (typeof otpBudgets)[number]

/** The settings of one-time codes. */
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
  /** Messages to one number in a day whose code nobody typed back: a few are free, some cost work, more are not sent. */
  unverifiedPerDay: { free: 5, most: 15 },
  perHour: { number: 10, payer: 15, channel: 1500, all: 2000 },
  /** When so few of so many messages are answered, somebody is pumping: from then on every caller works for a message. */
  breaker: { fromMessages: 100, answeredAtLeast: 0.1 },
} as const satisfies OtpLimits

/**
 * From more wishes than this an address is busy, and whoever asks from it works for a message. A household asks for a few;
 * behind a carrier's address stand thousands, so it is a second of work and never a refusal.
 */
export const busyAddress = {
  wishes: 30,
  withinMs: 10 * minute,
  /** Of so many the wishes are known at least. */
  known: 10_000,
} as const

export interface OtpLimits {
  readonly codeLifeMs: number
  readonly resendLifeMs: number
  readonly proofLifeMs: number
  readonly tries: number
  readonly betweenSendsMs: number
  readonly unverifiedPerDay: { readonly free: number; readonly most: number }
  readonly perHour: Readonly<Record<OtpBudget, number>>
  readonly breaker: { readonly fromMessages: number; readonly answeredAtLeast: number }
}
