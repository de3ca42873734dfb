import type { PaymentRequest, Refusal } from '../payment-gateway.ts'

/** The consent of a wallet's holder to one payment. It never leaves the server. */
export interface WalletConsent {
  readonly token: string
  /** The time is in epoch milliseconds. */
  readonly expiresAt: number
}

/** A browser needs this to encrypt one PIN for this payment and no other. */
export interface PinEntry {
  readonly walletTransactionId: string
  readonly keyId: string
  /** The key is base64 of a DER SPKI, RSA. */
  readonly publicKey: string
  readonly nonce: string
  /** A PIN encrypted with it is refused after this time, in epoch milliseconds. */
  readonly expiresAt: number
}

export type WalletPaymentRequest = Pick<PaymentRequest, 'id' | 'amount' | 'description' | 'payerMsisdn'>

export interface SealedPin {
  /** The id of the attempt is ours. */
  readonly id: string
  readonly walletTransactionId: string
  readonly keyId: string
  /** The PIN is as encrypted by the browser: it is forwarded, and never read, stored or logged. */
  readonly sealed: string
}

/**
 * With `processing` the wallet has the PIN, and verification shows the outcome. With `consent_needed` the payer returns
 * to the code. `wallet_locked` and `refused` are definite: nothing was taken.
 */
interface WithMessage {
  /** The wallet's own text for the customer, where it has any. */
  readonly message?: string
}

type WalletAnswer =
  | { readonly outcome: 'processing' | 'consent_needed' | 'wallet_locked' }
  | ({ readonly outcome: 'refused'; readonly reason: Refusal } & WithMessage)

export type PinStart =
  | { readonly outcome: 'pin_wanted'; readonly entry: PinEntry; readonly attemptsLeft: number }
  | WalletAnswer

export type PinResult =
  /** The same payment is started again to get an entry when there is none. */
  | { readonly outcome: 'wrong_pin'; readonly attemptsLeft: number; readonly entry?: PinEntry }
  /**
   * The PIN was encrypted for another payment, or too late: it cost no try. The payment is started again for another
   * entry.
   */
  | { readonly outcome: 'pin_unusable' }
  | WalletAnswer

/**
 * Takes money from a wallet whose PIN is entered on the portal's page. Every implementation passes
 * `pin-wallet.contract.ts`. Only a broken or silent wallet throws (`provider_unreachable`, `provider_broke_contract`);
 * then the outcome is unknown.
 */
export interface PinWallet {
  /** Starting the same payment twice returns the same payment with another entry. A start takes no money. */
  start(request: WalletPaymentRequest, consent: WalletConsent): Promise<PinStart>
  /** An accepted PIN is never debited twice. The wallet counts wrong ones, over all its payments. */
  submitPin(pin: SealedPin, consent: WalletConsent): Promise<PinResult>
}
