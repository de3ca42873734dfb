import type { OtpBinding } from './one-time-code.ts'

/** What a caller brings along with each wish for a message. */
export interface CodeAsking {
  /** The answer to a puzzle, if one was asked. */
  readonly solution?: string
  /** It looks automated, or its address is busy. */
  readonly isSuspect?: boolean
}

export interface CodeRequest extends OtpBinding, CodeAsking {
  /** `web`, or the client of the JSON door. */
  readonly channel: string
  readonly language: string
  /** The number that pays or asks, when the code goes to another one. */
  readonly payer?: string
}

/** A message is queued, or one with the same code id was a moment ago. */
export type Sent = { readonly outcome: 'sent'; readonly refId: string; readonly resendInSeconds: number }
export type NotSent =
  | { readonly outcome: 'too_soon'; readonly resendInSeconds: number }
  | { readonly outcome: 'limit_reached' | 'proof_of_work_needed' }
export type Dead = { readonly outcome: 'expired' | 'attempts_exhausted' }

export type SendResult = Sent | NotSent | { readonly outcome: 'not_our_line' }
export type ResendResult = Sent | NotSent | Dead

export type VerifyResult =
  /** `uniqueCode` proves it, once, for ten minutes. */
  | ({ readonly outcome: 'verified'; readonly uniqueCode: string } & OtpBinding)
  | { readonly outcome: 'wrong_code'; readonly attemptsLeft: number }
  /** No try is spent on what cannot be a code. */
  | { readonly outcome: 'not_a_code' }
  | Dead

/** Of a verification: its `uniqueCode`, or the id under which the code was sent. */
export type Proof = { readonly uniqueCode: string } | { readonly refId: string }
