import { otpText } from '@nyanja/domain/otp'
import { fill } from '@nyanja/domain/texts/fill'
import type { CodeSecrets } from './code-secrets.ts'
import type { OtpBinding } from './one-time-code.ts'

/** The kind of message that carries a code. */
export const codeMessageKind = 'oneTimeCode'

interface QueuedCode {
  readonly id: string
  readonly language: string
  readonly params: Readonly<Record<string, string>>
}

interface CodeTextOptions {
  readonly secrets: CodeSecrets
  /** The host of the page with the input field, without a port: phones match nothing else. */
  readonly host: string
  readonly textsIn: (language: string) => CodeTexts
}

/** The text of a message, such as `{code} is your code. …`. */
interface CodeTexts {
  readonly oneTimeCode: string
  /** The text that names the `{receiver}` of a payment, so that no customer enters a code for a stranger's line. */
  readonly paymentCode: string
}

/** Writes the text of a message with a code. The code is in plain text only from here to the SMSC. */
export function createCodeText({ secrets, host, textsIn }: CodeTextOptions): (message: QueuedCode) => string {
  return ({ id, language, params: { sealed = '', receiver } }) => {
    const code = secrets.open(sealed, id)
    const { oneTimeCode, paymentCode } = textsIn(language)
    const text = receiver === undefined ? fill(oneTimeCode, { code }) : fill(paymentCode, { code, receiver })
    return otpText(text, { host, code })
  }
}

/** The data that a caller sends with each request for a message. */
export interface CodeRequester {
  /** The solution of a challenge, if there was one. */
  readonly solution?: string
  /** The token of a visitor who has waited instead. */
  readonly token?: string
  /** The client address, if it is the visitor's own. */
  readonly clientIp?: string
}

export interface CodeRequest extends OtpBinding, CodeRequester {
  /** The channel: `web`, or the client of the JSON API. */
  readonly channel: string
  readonly language: string
  /** The number that pays or requests, when the code is sent to another one. */
  readonly payer?: string
}

/** A message was queued, or one with the same code id was queued a moment ago. */
export type Sent = { readonly outcome: 'sent'; readonly refId: string; readonly resendInSeconds: number }
export type NotSent =
  | { readonly outcome: 'too_soon'; readonly resendInSeconds: number }
  | { readonly outcome: 'limit_reached' }
  | { readonly outcome: 'proof_of_work_needed'; readonly level: number }
export type Dead = { readonly outcome: 'expired' | 'attempts_exhausted' }

/** A wallet that sends no code, with its own text where it has one. */
export type WalletRefused = { readonly outcome: 'no_wallet' | 'wallet_refused'; readonly message?: string }

export type SendResult = Sent | NotSent | WalletRefused | { readonly outcome: 'not_our_line' }
export type ResendResult = Sent | NotSent | WalletRefused | Dead

/** A typed code, compared with the one that was sent. */
export type CodeCheck =
  | { readonly outcome: 'right'; readonly expiresAt?: number; readonly sealedConsent?: string }
  | WrongCode

type WrongCode = { readonly outcome: 'wrong_code'; readonly attemptsLeft: number } | Dead

export function wrongCode(attemptsLeft: number): WrongCode {
  return attemptsLeft > 0 ? { outcome: 'wrong_code', attemptsLeft } : { outcome: 'attempts_exhausted' }
}

export type VerifyResult =
  /** `uniqueCode` proves the binding, once, for ten minutes. */
  | ({ readonly outcome: 'verified'; readonly uniqueCode: string; readonly expiresAt: number } & OtpBinding)
  | WrongCode
  /** Texts that cannot be a code cost no try. */
  | { readonly outcome: 'not_a_code' }

/** The `uniqueCode` of a verification, or the id under which the code was sent. */
export type Proof = { readonly uniqueCode: string } | { readonly refId: string }
