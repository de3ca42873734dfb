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
  oneTakeback: 'airtime is taken back once, at most what was refunded, agreed to by two people, and exactly that',
} as const

export type Capture = ProviderRecords['captures'][number]
export type DeliveryRecord = ProviderRecords['deliveries'][number]

/** Rows and records by the payment that they are about. */
export interface RecordsByPayment {
  readonly accounts: Accounts
  readonly captures: Map<string, Capture[]>
  readonly deliveryRecords: Map<string, DeliveryRecord[]>
  /** What several numbers got, by the payment for them. */
  readonly itemRecords: Map<string, DeliveryRecord[]>
  /** Goodwill, by the payment that it was given for. */
  readonly creditRecords: Map<string, DeliveryRecord[]>
  /** Airtime taken from lines, by the payment that was refunded. */
  readonly debitRecords: Map<string, Capture[]>
  readonly orders: Map<string, Accounts['orders'][number]>
  readonly attempts: Map<string, Accounts['attempts'][number]>
  readonly deliveries: Map<string, Accounts['deliveries'][number]>
  readonly refunds: Map<string, Accounts['refunds'][number]>
  readonly credits: Map<string, Accounts['credits'][number]>
  readonly takebacks: Map<string, Accounts['takebacks'][number]>
  readonly inReview: ReadonlySet<string>
}

/** The refund is all of it or a part. */
export const isKept = ({ amountMinor, refundedMinor }: Capture) => refundedMinor < amountMinor

const openStates: ReadonlySet<string> = new Set([
  'handing_over',
  'waiting',
  'superseded',
  'due',
  'sending',
  'requesting',
])

const [creditEnding, debitEnding] = ['-credit', '-takeback']
/** The ending of what one of several numbers got, which is its place in the order. */
const itemEnding = /-(\d{1,2})$/

export const placeIn = (reference: string): number => Number(itemEnding.exec(reference)?.[1] ?? 0)

/** Finds the payment that a record of the BSS is about: what it delivers, the goodwill for it, or what it took back. */
export function paymentIn(reference: string): string {
  const ending = [creditEnding, debitEnding].find((one) => reference.endsWith(one)) ?? ''
  return reference.slice(0, reference.length - ending.length).replace(itemEnding, '')
}

export function groupByPayment(accounts: Accounts, records: ProviderRecords): RecordsByPayment {
  const { orders, attempts, deliveries, refunds, credits, takebacks, reviews } = accounts
  const isItem = ({ reference }: DeliveryRecord) => itemEnding.test(reference)
  const isCredit = ({ reference }: DeliveryRecord) => reference.endsWith(creditEnding)
  // The BSS has them beside payments by airtime.
  const isDebit = ({ reference }: Capture) => reference.endsWith(debitEnding)
  return {
    accounts,
    captures: Map.groupBy(
      records.captures.filter((record) => !isDebit(record)),
      ({ reference }) => reference,
    ),
    debitRecords: Map.groupBy(records.captures.filter(isDebit), ({ reference }) => paymentIn(reference)),
    deliveryRecords: Map.groupBy(
      records.deliveries.filter((record) => !isCredit(record) && !isItem(record)),
      ({ reference }) => reference,
    ),
    itemRecords: Map.groupBy(records.deliveries.filter(isItem), ({ reference }) => paymentIn(reference)),
    creditRecords: Map.groupBy(records.deliveries.filter(isCredit), ({ reference }) => paymentIn(reference)),
    orders: new Map(orders.map((order) => [order.id, order])),
    attempts: new Map(attempts.map((attempt) => [attempt.id, attempt])),
    deliveries: new Map(deliveries.map((delivery) => [delivery.attempt_id, delivery])),
    refunds: new Map(refunds.map((refund) => [refund.attempt_id, refund])),
    credits: new Map(credits.map((credit) => [credit.attempt_id, credit])),
    takebacks: new Map(takebacks.map((takeback) => [takeback.attempt_id, takeback])),
    inReview: new Set([
      ...accounts.unknownPayments.map(({ reference }) => reference),
      ...reviews.map(({ attempt_id }) => attempt_id),
      ...refunds.filter(({ state }) => state === 'review').map(({ attempt_id }) => attempt_id),
    ]),
  }
}

/** Tells whether a component of it is open, and due. */
export function isInProgress(id: string, files: RecordsByPayment): boolean {
  const { attempts, deliveries, refunds, credits, takebacks } = files
  const components = [attempts.get(id), deliveries.get(id), refunds.get(id), credits.get(id), takebacks.get(id)]
  return components.some(
    (component) => component !== undefined && openStates.has(component.state) && component.next_check_at !== null,
  )
}
