import type { PaymentRequest, Refusal } from '../payment-gateway.ts'

/** The consent of a wallet's holder to one payment. It never leaves the server. */
export interface WalletConsent {
  readonly token: string
  /** The time in epoch milliseconds. */
  readonly expiresAt: number
}

/** The data that a browser needs to encrypt one PIN for this payment and no other. */
export interface PinEntry {
  readonly walletTransactionId: string
  readonly keyId: string
  /** The RSA key as base64 of a DER SPKI. */
  readonly publicKey: string
  readonly nonce: string
  /** The time after which a PIN encrypted with it is refused, in epoch milliseconds. */
  readonly expiresAt: number
}

export type WalletPaymentRequest = Pick<PaymentRequest, 'id' | 'amount' | 'description' | 'payerMsisdn'>

export interface SealedPin {
  /** Our id of the attempt. */
  readonly id: string
  readonly walletTransactionId: string
  readonly keyId: string
  /** The PIN as encrypted by the browser: it is forwarded, and never read, stored or logged. */
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
  /** A wrong PIN; without an entry the same payment is started again to get one. */
  | { readonly outcome: 'wrong_pin'; readonly attemptsLeft: number; readonly entry?: PinEntry }
  /**
   * A PIN encrypted for another payment, or too late: it cost no try. The payment is started again for another entry.
   */
  | { readonly outcome: 'pin_unusable' }
  | WalletAnswer

/**
 * Takes money from a wallet whose PIN is entered on the portal's page. Every implementation passes
 * `pin-wallet.contract.ts`. Only a broken or silent wallet throws (`provider_unreachable`, `provider_broke_contract`);
 * then the outcome is unknown.
 */
export interface PinWallet {
  /** Starts a payment, and takes no money. A second start returns the same payment with another entry. */
  start(request: WalletPaymentRequest, consent: WalletConsent): Promise<PinStart>
  /** An accepted PIN is never debited twice. The wallet counts wrong ones, over all its payments. */
  submitPin(pin: SealedPin, consent: WalletConsent): Promise<PinResult>
}
