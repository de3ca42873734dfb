import type { ProviderRecords } from '../environment/sandbox-control.ts'
import type { Accounts } from './accounts.ts'

export interface Violation {
  readonly invariant: string
  /** The attempt or order of the violation. */
  readonly id: string
  readonly what: string
  /** A worker will process it again: a fault only in a system that should be at rest. */
  readonly isInProgress?: boolean
}

export const invariants = {
  oneCapture: 'at most one capture per order',
  captureEnds: 'every capture ends delivered, refunded or in the review list',
  deliveryIsPaid: 'every delivery has exactly one capture, for the same amount, currency and number',
  failedIsTrue: 'FAILED is never final for money that the provider kept',
  historyExplains: 'the event history explains every state',
  returnIsAgreed: 'a payment is refunded once, all or a part, and of delivered goods what two people agreed to',
  oneCredit: 'a payment has at most one goodwill credit, agreed to by two people, and the BSS gave exactly that',
} as const

export type Capture = ProviderRecords['captures'][number]
export type DeliveryRecord = ProviderRecords['deliveries'][number]

/** Rows and records by the payment that they are about. */
export interface RecordsByPayment {
  readonly accounts: Accounts
  readonly captures: Map<string, Capture[]>
  readonly deliveryRecords: Map<string, DeliveryRecord[]>
  /** Goodwill, by the payment that it was given for. */
  readonly creditRecords: Map<string, DeliveryRecord[]>
  readonly orders: Map<string, Accounts['orders'][number]>
  readonly attempts: Map<string, Accounts['attempts'][number]>
  readonly deliveries: Map<string, Accounts['deliveries'][number]>
  readonly refunds: Map<string, Accounts['refunds'][number]>
  readonly credits: Map<string, Accounts['credits'][number]>
  readonly inReview: ReadonlySet<string>
}

/** All of it or a part. */
export const isKept = ({ amountMinor, refundedMinor }: Capture) => refundedMinor < amountMinor

const openStates: ReadonlySet<string> = new Set([
  'handing_over',
  'waiting',
  'superseded',
  'due',
  'sending',
  'requesting',
])

const creditEnding = '-credit'

/** The payment that a record of the BSS is about: what it delivers, or the goodwill for it. */
export const paymentIn = (reference: string): string =>
  reference.endsWith(creditEnding) ? reference.slice(0, -creditEnding.length) : reference

export function groupByPayment(accounts: Accounts, records: ProviderRecords): RecordsByPayment {
  const { orders, attempts, deliveries, refunds, credits, reviews } = accounts
  const isCredit = ({ reference }: DeliveryRecord) => reference.endsWith(creditEnding)
  return {
    accounts,
    captures: Map.groupBy(records.captures, ({ reference }) => reference),
    deliveryRecords: Map.groupBy(
      records.deliveries.filter((record) => !isCredit(record)),
      ({ reference }) => reference,
    ),
    creditRecords: Map.groupBy(records.deliveries.filter(isCredit), ({ reference }) => paymentIn(reference)),
    orders: new Map(orders.map((order) => [order.id, order])),
    attempts: new Map(attempts.map((attempt) => [attempt.id, attempt])),
    deliveries: new Map(deliveries.map((delivery) => [delivery.attempt_id, delivery])),
    refunds: new Map(refunds.map((refund) => [refund.attempt_id, refund])),
    credits: new Map(credits.map((credit) => [credit.attempt_id, credit])),
    inReview: new Set([
      ...accounts.unknownPayments.map(({ reference }) => reference),
      ...reviews.map(({ attempt_id }) => attempt_id),
      ...refunds.filter(({ state }) => state === 'review').map(({ attempt_id }) => attempt_id),
    ]),
  }
}

/** Whether a component of it is open, and due. */
export function isInProgress(id: string, { attempts, deliveries, refunds, credits }: RecordsByPayment): boolean {
  const components = [attempts.get(id), deliveries.get(id), refunds.get(id), credits.get(id)]
  return components.some(
    (component) => component !== undefined && openStates.has(component.state) && component.next_check_at !== null,
  )
}
