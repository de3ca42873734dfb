import { randomInt } from 'node:crypto'
import { PaymentLedger } from '../core/payment-ledger.ts'
import type { Payment, Terms } from './payment.ts'

export type Payments = PaymentLedger<Payment, 'id' | 'reference'>

export const createLedger = (): Payments =>
  new PaymentLedger({
    provider: 'uba',
    namesOf: ({ id, reference }) => ({ id, reference }),
    captureOf: ({ reference, id, taken, customer, isRefunded }) =>
      taken && {
        reference,
        providerReference: id,
        amountMinor: taken.sum.minor,
        currency: taken.sum.currency,
        payer: customer.phone,
        refundedMinor: isRefunded ? taken.sum.minor : 0,
        at: taken.at,
      },
  })

export const createPayment = (terms: Terms, { payments, now }: { payments: Payments; now: () => Date }): Payment =>
  payments.add({
    ...terms,
    id: newId(now()),
    createdAt: now().toISOString(),
    outcome: 'open',
    taken: undefined,
    isRefunded: false,
    declineReason: '',
    card: undefined,
    challengeId: undefined,
  })

/** `CIPG-261120-48201733054`, random, so that a reset sandbox never gives a merchant the same name twice. */
const newId = (at: Date): string =>
  `CIPG-${at.toISOString().slice(2, 10).replaceAll('-', '')}-${randomInt(10_000_000_000, 100_000_000_000)}`
