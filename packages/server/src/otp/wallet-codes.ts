/** That the holder of a wallet agrees to one payment: won by a code, good for minutes. It never leaves the server. */
export interface WalletConsent {
  readonly token: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

interface WithMessage {
  /** The wallet's own words for the customer, where it has any. */
  readonly message?: string
}

export type WalletCodeSent =
  | { readonly outcome: 'sent'; readonly refId: string }
  | ({ readonly outcome: 'no_wallet' | 'limit_reached' | 'attempts_exhausted' | 'refused' } & WithMessage)

export type WalletCodeVerified =
  | { readonly outcome: 'verified'; readonly consent: WalletConsent }
  | { readonly outcome: 'wrong_otp'; readonly attemptsLeft: number }
  /** The reference is of no use any more. */
  | ({ readonly outcome: 'attempts_exhausted' | 'refused' } & WithMessage)

export interface TypedCode {
  readonly refId: string
  readonly otp: string
  /** Nine national digits of the wallet. */
  readonly msisdn: string
}

/** Codes that a wallet itself sends to its holder and knows again. It counts the tries as well. */
export interface WalletCodes {
  send(msisdn: string): Promise<WalletCodeSent>
  /** Another code under the same reference. */
  resend(refId: string): Promise<WalletCodeSent>
  verify(code: TypedCode): Promise<WalletCodeVerified>
}
