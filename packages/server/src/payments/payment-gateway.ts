import type { Money } from '@nyanja/domain/money/money'
import type { RefundMode } from '@nyanja/domain/payments/payment-deadlines'
import type { CheckoutType } from '@nyanja/domain/payments/payment-pages'

/** The data with which a payment starts at a provider. */
export interface PaymentRequest {
  /** Our permanently unique id of the attempt; the provider knows the payment by it. */
  readonly id: string
  readonly amount: Money
  /** The plain text that the provider shows to the payer: `Airtime recharge`. */
  readonly description: string
  /** The national digits of the paying wallet or of the recharged line. Empty for a card, whose number is unknown. */
  readonly payerMsisdn: string
  readonly email?: string
  /** The addresses to which a hosted page sends the visitor after success and after cancelling. */
  readonly returnUrl: string
  readonly cancelUrl: string
  /** The time after which the provider should not capture, in epoch milliseconds. */
  readonly expiresAt: number
}

/** An attempt as the provider knows it. */
export interface ProviderAttempt {
  readonly id: string
  /** The provider's own id, once known. */
  readonly providerReference?: string
  readonly amount: Money
}

export interface ProviderRefund extends ProviderAttempt {
  /** A part of `amount`; without it all of it goes back. */
  readonly part?: Money
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
 * With `pending` the customer may still act, with `unknown` no result is available now, and with `review` the
 * provider's answer needs staff. An absent amount means that the provider does not return one.
 */
export type VerificationResult =
  | {
      readonly state: 'captured'
      readonly attemptId: string
      readonly providerReference?: string
      readonly amount?: Money
    }
  | { readonly state: 'refused'; readonly reason: Refusal }
  | { readonly state: 'pending' | 'unknown' }
  | {
      readonly state: 'review'
      readonly reason: string
      /** The amount that the provider has by this answer; absent when the answer does not state it clearly. */
      readonly received?: Money | undefined
    }

export type RefundResult = 'refunded' | 'pending' | 'refused' | 'unknown'

/**
 * Takes money. Every implementation passes `payment-gateway.contract.ts`. A refusal is a result; only a broken or
 * silent provider throws (`provider_unreachable`, `provider_broke_contract`).
 */
export interface PaymentGateway extends VerifiableGateway {
  readonly checkoutType: Exclude<CheckoutType, 'pin'>
  /** Starting the same payment twice never charges twice. */
  start(request: PaymentRequest): Promise<StartResult>
}

/** A gateway as used by status checks and refunds, independent of its checkout type. */
export interface VerifiableGateway {
  /** The time from the start to the first status check that may be made without a hint. */
  readonly firstEnquiryAfterMs: number
  /** Whether the provider has no refund call: staff refund in the provider's own console. */
  readonly isRefundedByHand?: true
  /** Returns the provider's own result. */
  verify(attempt: ProviderAttempt): Promise<VerificationResult>
  /** Asks the provider to stop the payment; only verification shows whether it did. */
  abandon(attempt: ProviderAttempt): Promise<void>
  /** Whether the refund call takes an amount. Otherwise an operator refunds a part in the provider's own console. */
  readonly refundsParts?: true
  /** Refunds a captured payment once: completely, or the part. */
  refund(refund: ProviderRefund): Promise<RefundResult>
  /** Returns the outcome of a refund whose answer was lost. */
  verifyRefund(refund: ProviderRefund): Promise<RefundResult>
}

/** Payments begin with a code and a PIN (`pin-wallet.ts`), and are checked like all others. */
export interface PinGateway extends VerifiableGateway {
  readonly checkoutType: 'pin'
}

export type Gateway = PaymentGateway | PinGateway

/** The way of a refund. `isPart` means that it is of less than the charge. */
export type RefundModeOf = (gateway: string | undefined, isPart: boolean) => RefundMode

/** Tells whether a person refunds in the provider's own console. */
export function isByHand({ isRefundedByHand, refundsParts }: VerifiableGateway, isPart: boolean): boolean {
  return isRefundedByHand === true || (isPart && refundsParts !== true)
}

/** A gateway that is not configured any more cannot be called. Messages of earlier releases name none. */
export function createRefundModes(gateways: Readonly<Record<string, VerifiableGateway>>): RefundModeOf {
  return (name, isPart) => {
    if (name === undefined) return 'by_call'
    const gateway = gateways[name]
    return gateway === undefined || isByHand(gateway, isPart) ? 'by_hand' : 'by_call'
  }
}

/** A valid callback names one of our attempts; the rest of its content is not trusted. */
export type CallbackReading =
  | {
      readonly attemptId: string
      /** Replaces the default answer where the provider requires its ids in it. */
      readonly answer?: CallbackAnswer
    }
  | 'wrong_signature'
  | 'unreadable'

export interface CallbackAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Parses one provider's callbacks, from the bytes as received. */
export interface CallbackReader {
  /** Whether parsing proves that the callback came from the provider. */
  readonly isSigned: boolean
  read(rawBody: Buffer, headers: Readonly<Record<string, string | readonly string[] | undefined>>): CallbackReading
  /** The answer that the provider accepts as "received". */
  readonly answer: CallbackAnswer
}

/** Stores signed callbacks about payments that the database does not know: after a restore they may be ours. */
export interface UnknownCallbacks {
  /** Stores as many callbacks as staff can read. */
  noteCallback(callback: { readonly gateway: string; readonly attemptId: string }): Promise<void>
  /** Tells whether staff still look for what became of it. */
  isListed(attemptId: string): Promise<boolean>
}
