import { randomInt } from 'node:crypto'
import type { CardPayment } from '../bank/hosted-card.ts'
import { type Sum, takes } from '../core/market.ts'
import { captured, PaymentLedger } from '../core/payment-ledger.ts'

export type Outcome = 'open' | 'approved' | 'declined' | 'cancelled'

export interface Terms {
  /** The merchant's `referenceNumber`. */
  readonly reference: string
  readonly description: string
  readonly sum: Sum
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string }
}

export interface Payment extends Terms, CardPayment {
  /** The id that opens the page. */
  readonly id: string
  readonly createdAt: string
  outcome: Outcome
  taken: { readonly sum: Sum; readonly at: string } | undefined
  /** The bank's staff refund it: there is no call for it. */
  isRefunded: boolean
  refundedAt?: string
}

/** The context of every route. */
export interface Simulation {
  readonly payments: Payments
  readonly merchantId: string
  readonly serviceKey: string
  readonly limitMinor: number
  readonly now: () => Date
  /** The browser's return address, as registered at the bank by the merchant. */
  readonly returnUrl: () => string
  /** Whether the text that confirms a payment contains its amount; that is not published. */
  echoesAmount: boolean
}

interface Ending {
  readonly outcome: Outcome
  /** The captured share of the requested amount; absent when nothing was captured. */
  readonly taken?: (sum: Sum) => Sum
}

/** All outcomes of a payment. */
export const endings = {
  approved: { outcome: 'approved', taken: takes.exact },
  wrong_amount: { outcome: 'approved', taken: takes.more(100) },
  declined: { outcome: 'declined' },
  cancelled: { outcome: 'cancelled' },
} as const satisfies Readonly<Record<string, Ending>>

type EndingName = keyof typeof endings

/** False means that captured money stays captured. */
export function conclude(
  payment: Payment,
  name: EndingName,
  { now, payments }: Pick<Simulation, 'now' | 'payments'>,
): boolean {
  const ending: Ending = endings[name]
  if (!payments.allows(payment, name)) return false
  payment.outcome = ending.outcome
  payment.taken = ending.taken && { sum: ending.taken(payment.sum), at: now().toISOString() }
  return true
}

type Payments = PaymentLedger<Payment, 'id' | 'reference'>

export const createLedger = (): Payments =>
  new PaymentLedger({
    provider: 'uba',
    namesOf: ({ id, reference }) => ({ id, reference }),
    captureOf: ({ reference, id, taken, customer, isRefunded, refundedAt }) =>
      taken && {
        reference,
        providerReference: id,
        ...captured(taken),
        payer: customer.phone,
        refundedMinor: isRefunded ? taken.sum.minor : 0,
        refundedAt,
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

/** Makes an id such as `CIPG-261120-48201733054`, random, so that it stays unique after a reset. */
const newId = (at: Date): string =>
  `CIPG-${at.toISOString().slice(2, 10).replaceAll('-', '')}-${randomInt(10_000_000_000, 100_000_000_000)}`
