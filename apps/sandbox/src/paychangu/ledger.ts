import { randomInt } from 'node:crypto'
import type { CardPayment } from '../bank/hosted-card.ts'
import type { Json, JsonObject } from '../core/bodies.ts'
import { decimalOf, type Sum } from '../core/market.ts'
import { captured, PaymentLedger } from '../core/payment-ledger.ts'

export type CheckoutStatus = 'pending' | 'success' | 'failed'

export type RefundState = 'done' | 'pending' | 'declined'

interface Customer {
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
}

export interface CheckoutTerms {
  /** The merchant's `tx_ref`. */
  readonly reference: string
  readonly sum: Sum
  /** Addresses for the browser: after paying, and after cancelling or failing. */
  readonly callbackUrl: string
  readonly returnUrl: string
  readonly title: string
  readonly description: string
  readonly customer: Customer
  readonly meta: Json
}

export interface Checkout extends CheckoutTerms, CardPayment {
  /** The token that opens the page. */
  readonly id: string
  /** PayChangu's own id of the charge. */
  readonly chargeId: string
  readonly createdAt: string
  attempts: number
  status: CheckoutStatus
  payment: { readonly sum: Sum; readonly at: string } | undefined
  isReversed: boolean
  /** A charge is refunded whole, and once. */
  refund: RefundState | undefined
  refundedAt?: string
}

export function refundedMinor({ refund, isReversed, payment }: Checkout): number {
  return refund === 'done' || isReversed ? (payment?.sum.minor ?? 0) : 0
}

/** The outcome of the next refunds. `failed` and `forbidden` are refused immediately, the others are accepted. */
export const refundOutcomes = ['done', 'failed', 'forbidden', 'pending', 'declined'] as const

export type RefundOutcome = RefundState | 'failed' | 'forbidden'

/** The context of every route. */
export interface Simulation {
  readonly checkouts: Checkouts
  readonly secretKey: string
  readonly limitMinor: number
  readonly now: () => Date
  /** The browser's address of a checkout. */
  pageUrlOf(checkout: Checkout): string
  refundOutcome: RefundOutcome
  /** Reports the outcome of a checkout. */
  notify(checkout: Checkout): void
}

type Checkouts = PaymentLedger<Checkout, 'id' | 'reference' | 'chargeId'>

export const createLedger = (): Checkouts =>
  new PaymentLedger({
    provider: 'paychangu',
    namesOf: ({ id, reference, chargeId }) => ({ id, reference, chargeId }),
    isReversed: ({ isReversed }) => isReversed,
    captureOf: (checkout) => {
      const { payment, reference, chargeId, customer } = checkout
      return (
        payment && {
          reference,
          providerReference: chargeId,
          ...captured(payment),
          ...(customer.email !== null && { payer: customer.email }),
          refundedMinor: refundedMinor(checkout),
          refundedAt: checkout.refundedAt,
          isReversed: checkout.isReversed,
        }
      )
    },
  })

export const createCheckout = (
  terms: CheckoutTerms,
  { checkouts, now }: { checkouts: Checkouts; now: () => Date },
): Checkout =>
  checkouts.add({
    ...terms,
    id: newNumber(),
    chargeId: newNumber(),
    createdAt: now().toISOString(),
    attempts: 0,
    status: 'pending',
    declineReason: '',
    card: undefined,
    challengeId: undefined,
    payment: undefined,
    isReversed: false,
    refund: undefined,
  })

/** The id is random, so that it stays unique after a reset. */
const newNumber = (): string => String(randomInt(10_000_000_000_000, 100_000_000_000_000))

const mode = 'sandbox'

/** Builds the answer to a merchant's checkout request. */
export function sessionOf({ reference, sum, status }: Checkout, checkoutUrl: string): JsonObject {
  return {
    event: 'checkout.session:created',
    checkout_url: checkoutUrl,
    data: { tx_ref: reference, currency: sum.currency, amount: majorOf(sum), mode, status },
  }
}

/** The answer of verify, and the content of the webhook. */
export function detailsOf(checkout: Checkout): JsonObject {
  const { reference, chargeId, status, attempts, payment, customer, title, description, meta, createdAt } = checkout
  const sum = payment?.sum ?? checkout.sum
  return {
    event_type: 'checkout.payment',
    tx_ref: reference,
    mode,
    type: 'API Payment (Checkout)',
    status,
    number_of_attempts: attempts,
    reference: chargeId,
    currency: sum.currency,
    amount: majorOf(sum),
    charges: majorOf(feeOn(sum)),
    customization: { title, description, logo: null },
    meta,
    authorization: authorizationOf(checkout),
    customer: { email: customer.email, first_name: customer.firstName, last_name: customer.lastName },
    logs: [],
    created_at: createdAt,
    updated_at: payment?.at ?? createdAt,
  }
}

const authorizationOf = ({ card, payment }: Checkout): JsonObject => ({
  channel: card ? 'Card' : null,
  card_number: card ? `******${card.last4}` : null,
  expiry: null,
  brand: card?.brand.toUpperCase() ?? null,
  provider: null,
  mobile_number: null,
  completed_at: payment?.at ?? null,
})

/** Major units, as a JSON number. */
const majorOf = ({ minor }: Sum): number => Number(decimalOf(minor))

/** Computes a fee of four percent. */
const feeOn = ({ minor, currency }: Sum): Sum => ({ minor: Math.round((minor * 4) / 100), currency })
