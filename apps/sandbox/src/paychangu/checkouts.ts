import { randomInt } from 'node:crypto'
import { PaymentLedger } from '../core/payment-ledger.ts'
import { type Checkout, type CheckoutTerms, refundedMinor } from './checkout.ts'

export type Checkouts = PaymentLedger<Checkout, 'id' | 'reference' | 'chargeId'>

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
          amountMinor: payment.sum.minor,
          currency: payment.sum.currency,
          ...(customer.email !== null && { payer: customer.email }),
          refundedMinor: refundedMinor(checkout),
          at: payment.at,
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

/** Random, so that a reset sandbox never gives a merchant the same name twice. */
const newNumber = (): string => String(randomInt(10_000_000_000_000, 100_000_000_000_000))
