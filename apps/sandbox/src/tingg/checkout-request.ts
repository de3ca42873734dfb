import type { CardPayment } from '../card-desk/card-house.ts'
import type { Sum } from '../core/minor-units.ts'
import type { RequestStatus } from './status-codes.ts'

export type RefundState = 'initiated' | 'processed' | 'expired'

export interface Refund {
  readonly minor: number
  readonly reference: string
  readonly state: RefundState
}

export interface Payment {
  readonly cpgTransactionId: string
  readonly sum: Sum
  readonly at: string
}

/** What the merchant asked for. */
export interface RequestTerms {
  /** The merchant's `merchant_transaction_id`. */
  readonly reference: string
  readonly accountNumber: string
  readonly sum: Sum
  readonly description: string
  readonly customerName: string
  readonly msisdn: string
  readonly callbackUrl: string
  readonly successUrl: string
  readonly failUrl: string
  readonly expiresAtMs: number
}

export interface CheckoutRequest extends Omit<RequestTerms, 'expiresAtMs'>, CardPayment {
  /** Opens the page. */
  readonly id: string
  readonly checkoutRequestId: number
  readonly createdAt: string
  expiresAtMs: number
  status: RequestStatus
  failedPayments: number
  payment: Payment | undefined
  /** The customer has his money again without a refund: rejected, run out or reversed. */
  isPaidBack: boolean
  refunds: readonly Refund[]
}

const sumOf = (refunds: readonly Refund[]): number => refunds.reduce((total, { minor }) => total + minor, 0)

export function refundedMinor({ isPaidBack, payment, refunds }: CheckoutRequest): number {
  if (isPaidBack) return payment?.sum.minor ?? 0
  return sumOf(refunds.filter(({ state }) => state === 'processed'))
}

/** An expired refund gives its sum free again. */
export function refundableMinor({ isPaidBack, payment, refunds }: CheckoutRequest): number {
  if (payment === undefined || isPaidBack) return 0
  return payment.sum.minor - sumOf(refunds.filter(({ state }) => state !== 'expired'))
}
