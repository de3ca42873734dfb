import type { Money } from '@nyanja/domain/money/money'
import type { RefundMode } from '@nyanja/domain/payments/payment-deadlines'
import type { CheckoutType } from '@nyanja/domain/payments/payment-pages'

/** A payment starts at a provider with these data. */
export interface PaymentRequest {
  /** The id of the attempt is ours and permanently unique; the provider knows the payment by it. */
  readonly id: string
  readonly amount: Money
  /** The provider shows the text to the payer, in plain text: `Airtime recharge`. */
  readonly description: string
  /**
   * The number has nine national digits of the paying wallet or of the recharged line. It is empty for a card, whose
   * number is unknown.
   */
  readonly payerMsisdn: string
  readonly email?: string
  /** A hosted page sends the visitor to these addresses after success and after cancelling. */
  readonly returnUrl: string
  readonly cancelUrl: string
  /** The provider should not capture after this time, in epoch milliseconds. */
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
  /** The part is less than `amount`; without it all of it goes back. */
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
      /** The provider has this amount by this answer; it is absent when the answer does not state it clearly. */
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
  /** The first status check without a hint may be made this long after the start. */
  readonly firstEnquiryAfterMs: number
  /** When true, the provider has no refund call: staff refund in the provider's own console. */
  readonly isRefundedByHand?: true
  /** Returns the provider's own result. */
  verify(attempt: ProviderAttempt): Promise<VerificationResult>
  /** Asks the provider to stop the payment; only verification shows whether it did. */
  abandon(attempt: ProviderAttempt): Promise<void>
  /** When true, the refund call takes an amount. Otherwise an operator refunds a part in the provider's own console. */
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

/** `isPart` means that the refund is of less than the charge. */
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
  /** When true, parsing proves that the callback came from the provider. */
  readonly isSigned: boolean
  read(rawBody: Buffer, headers: Readonly<Record<string, string | readonly string[] | undefined>>): CallbackReading
  /** The provider accepts this answer as "received". */
  readonly answer: CallbackAnswer
}

/** Stores signed callbacks about payments that the database does not know: after a restore they may be ours. */
export interface UnknownCallbacks {
  /** Stores as many callbacks as staff can read. */
  noteCallback(callback: { readonly gateway: string; readonly attemptId: string }): Promise<void>
  /** Tells whether staff still look for what became of it. */
  isListed(attemptId: string): Promise<boolean>
}
