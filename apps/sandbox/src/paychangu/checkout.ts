import type { CardPayment } from '../card-desk/card-house.ts'
import type { Json } from '../core/json.ts'
import type { Sum } from '../core/minor-units.ts'

export type CheckoutStatus = 'pending' | 'success' | 'failed'

export type RefundState = 'done' | 'pending' | 'declined'

export interface Customer {
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
}

/** What the merchant asked for. */
export interface CheckoutTerms {
  /** The merchant's `tx_ref`. */
  readonly reference: string
  readonly sum: Sum
  /** For the browser: after paying, and after turning back or failing. */
  readonly callbackUrl: string
  readonly returnUrl: string
  readonly title: string
  readonly description: string
  readonly customer: Customer
  readonly meta: Json
}

export interface Checkout extends CheckoutTerms, CardPayment {
  /** Opens the page. */
  readonly id: string
  /** PayChangu's own name of the charge. */
  readonly chargeId: string
  readonly createdAt: string
  attempts: number
  status: CheckoutStatus
  payment: { readonly sum: Sum; readonly at: string } | undefined
  isReversed: boolean
  /** A charge is refunded whole, and once. */
  refund: RefundState | undefined
}

export function refundedMinor({ refund, isReversed, payment }: Checkout): number {
  return refund === 'done' || isReversed ? (payment?.sum.minor ?? 0) : 0
}
