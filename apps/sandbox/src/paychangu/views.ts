import type { JsonObject } from '../core/json.ts'
import { decimalOf, type Sum } from '../core/minor-units.ts'
import type { Checkout } from './ledger.ts'

const mode = 'sandbox'

/** The answer to a merchant who asked for a checkout. */
export function sessionOf({ reference, sum, status }: Checkout, checkoutUrl: string): JsonObject {
  return {
    event: 'checkout.session:created',
    checkout_url: checkoutUrl,
    data: { tx_ref: reference, currency: sum.currency, amount: majorOf(sum), mode, status },
  }
}

/** What verify answers, and what the webhook says. */
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

/** Four percent. */
const feeOn = ({ minor, currency }: Sum): Sum => ({ minor: Math.round((minor * 4) / 100), currency })
