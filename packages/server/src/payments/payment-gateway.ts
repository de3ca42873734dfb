import type { Money } from '@nyanja/domain/money/money'
import type { RefundMode } from '@nyanja/domain/payments/payment-deadlines'
import type { CheckoutType } from '@nyanja/domain/payments/payment-pages'

/** What a provider needs to begin taking money. */
export interface PaymentRequest {
  /** Our id of the attempt, unique for ever; the provider knows the payment by it. */
  readonly id: string
  readonly amount: Money
  /** Shown to the payer by the provider, in plain words: `Airtime recharge`. */
  readonly description: string
  /** Nine national digits of the paying wallet or of the recharged line. Empty: a card's, of whom no number is known. */
  readonly payerMsisdn: string
  readonly email?: string
  /** Where a hosted page sends the visitor when done, and when he turns back. */
  readonly returnUrl: string
  readonly cancelUrl: string
  /** Epoch milliseconds after which the provider should refuse to take the money. */
  readonly expiresAt: number
}

/** An attempt as the provider knows it. */
export interface AskedAttempt {
  readonly id: string
  /** The provider's own id, once it has told us. */
  readonly providerReference?: string
  readonly amount: Money
}

export const refusals = [
  'cancelled_by_customer',
  'declined',
  'expired',
  'insufficient_funds',
  'invalid_user',
  'limit_exceeded',
  'unsupported_currency',
  'wrong_pin',
  'refused',
] as const
export type Refusal = (typeof refusals)[number]

export type StartResult =
  | { readonly outcome: 'redirect'; readonly url: string; readonly providerReference?: string }
  | { readonly outcome: 'waiting'; readonly providerReference?: string }
  | { readonly outcome: 'refused'; readonly reason: Refusal }

/**
 * `pending`: the customer may still act. `unknown`: no result to be had now. `review`: the provider says something that
 * only a person can settle. An absent amount means that the provider does not echo one.
 */
export type VerificationResult =
  | {
      readonly state: 'captured'
      readonly reference: string
      readonly providerReference?: string
      readonly amount?: Money
    }
  | { readonly state: 'refused'; readonly reason: Refusal }
  | { readonly state: 'pending' | 'unknown' }
  | { readonly state: 'review'; readonly reason: string }

export type RefundResult = 'refunded' | 'pending' | 'refused' | 'unknown'

/**
 * Takes money. Every implementation passes `payment-gateway.contract.ts`.
 * A refusal is a result; only a broken or silent provider throws (`provider_unreachable`, `provider_broke_contract`).
 */
export interface PaymentGateway extends WatchedGateway {
  readonly checkoutType: Exclude<CheckoutType, 'pin'>
  /** Starting the same payment twice never charges twice. */
  start(request: PaymentRequest): Promise<StartResult>
}

/** A gateway as settlement and refunds see it, however its payments begin. */
export interface WatchedGateway {
  /** How long after the start the provider may first be asked about it without a hint. */
  readonly firstEnquiryAfterMs: number
  /** The provider has no call for refunds: a person gives money back in the provider's own console. */
  readonly isRefundedByHand?: true
  /** What the provider itself says. */
  verify(attempt: AskedAttempt): Promise<VerificationResult>
  /** Asks the provider to take no money any more; verification alone shows whether it did. */
  abandon(attempt: AskedAttempt): Promise<void>
  /** Gives all of a captured payment back. */
  refund(attempt: AskedAttempt): Promise<RefundResult>
  /** After a refund whose answer was lost: what became of it. */
  verifyRefund(attempt: AskedAttempt): Promise<RefundResult>
}

/** Payments begin with a code and a PIN (`pin-wallet.ts`), and are watched like all others. */
export interface PinGateway extends WatchedGateway {
  readonly checkoutType: 'pin'
}

export type Gateway = PaymentGateway | PinGateway

export type RefundModeOf = (gateway: string | undefined) => RefundMode

/** A gateway that is no longer set up has no call that could be made. Messages of earlier releases name none. */
export function createRefundModes(gateways: Readonly<Record<string, WatchedGateway>>): RefundModeOf {
  return (name) => {
    if (name === undefined) return 'by_call'
    const gateway = gateways[name]
    return gateway === undefined || gateway.isRefundedByHand ? 'by_hand' : 'by_call'
  }
}

/** A readable callback names one of our attempts; nothing else that stands in it is believed. */
export type CallbackReading =
  | {
      readonly reference: string
      /** In place of the reader's own, where the provider wants its ids back. */
      readonly answer?: CallbackAnswer
    }
  | 'wrong_signature'
  | 'unreadable'

export interface CallbackAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Reads one provider's callbacks, from the bytes as they arrived. */
export interface CallbackReader {
  /** Whether a reading proves that it came from the provider. */
  readonly isSigned: boolean
  read(rawBody: Buffer, headers: Readonly<Record<string, string | readonly string[] | undefined>>): CallbackReading
  /** What the provider takes for "received". */
  readonly answer: CallbackAnswer
}

/** Signed callbacks about payments that the database does not know: after a restore they may be ours. */
export interface UnknownCallbacks {
  /** Keeps so many of them as a person can read. */
  noteCallback(callback: { readonly gateway: string; readonly reference: string }): Promise<void>
}
