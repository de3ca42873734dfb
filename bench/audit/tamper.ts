import type { Chance } from '../simulation/chance.ts'
import type { Books } from '../stage/sandbox-door.ts'
import type { Accounts } from './accounts.ts'

export interface Ledgers {
  readonly accounts: Accounts
  readonly books: Books
}

type Tamper = (ledgers: Ledgers, chance: Chance) => Ledgers | undefined

/** What lies before a person is not the auditor's to judge. */
function open<T>(rows: readonly T[], idOf: (row: T) => string, { reviews }: Accounts): readonly T[] {
  const inReview = new Set(reviews.map(({ attempt_id }) => attempt_id))
  return rows.filter((row) => !inReview.has(idOf(row)))
}

/** One row, picked by chance, is replaced by others. Undefined when there is none to pick. */
function replaceOne<T>(rows: readonly T[], row: T | undefined, by: (row: T) => readonly T[]): T[] | undefined {
  return row === undefined ? undefined : rows.flatMap((one) => (one === row ? by(one) : [one]))
}

type Capture = Books['captures'][number]
type Gift = Books['deliveries'][number]
type Event = Accounts['events'][number]

const onCaptures =
  (suits: (capture: Capture, ledgers: Ledgers) => boolean, by: (capture: Capture) => readonly Capture[]): Tamper =>
  (ledgers, chance) => {
    const { accounts, books } = ledgers
    const suiting = open(books.captures, ({ reference }) => reference, accounts).filter((one) => suits(one, ledgers))
    const captures = replaceOne(books.captures, chance.pick(suiting), by)
    return captures && { accounts, books: { ...books, captures } }
  }

const onGifts =
  (by: (gift: Gift) => readonly Gift[]): Tamper =>
  ({ accounts, books }, chance) => {
    const suiting = open(books.deliveries, ({ reference }) => reference, accounts)
    const deliveries = replaceOne(books.deliveries, chance.pick(suiting), by)
    return deliveries && { accounts, books: { ...books, deliveries } }
  }

const onEvents =
  (by: (event: Event) => readonly Event[]): Tamper =>
  ({ accounts, books }, chance) => {
    const events = replaceOne(accounts.events, chance.pick(accounts.events), by)
    return events && { accounts: { ...accounts, events }, books }
  }

const isDelivered = ({ reference }: Capture, { accounts }: Ledgers) =>
  accounts.deliveries.some(({ attempt_id, state }) => attempt_id === reference && state === 'delivered')
const isGivenBack = ({ refundedMinor }: Capture) => refundedMinor > 0
const any = () => true

/** Ways in which books may be wrong, one row at a time. The auditor must notice each. */
export const tampers: Readonly<Record<string, Tamper>> = {
  'a capture is taken twice': onCaptures(any, (one) => [one, one]),
  'a capture of nobody is taken': onCaptures(any, (one) => [one, { ...one, reference: 'nobody' }]),
  'a capture of a delivery is gone': onCaptures(isDelivered, () => []),
  'a delivered capture is in another sum': onCaptures(isDelivered, (one) => [
    { ...one, amountMinor: one.amountMinor + 1 },
  ]),
  'a delivered capture is in another currency': onCaptures(isDelivered, (one) => [
    { ...one, currency: one.currency === 'USD' ? 'MWK' : 'USD' },
  ]),
  'the money of a delivery went back': onCaptures(isDelivered, (one) => [{ ...one, refundedMinor: one.amountMinor }]),
  'a refund never happened': onCaptures(isGivenBack, (one) => [{ ...one, refundedMinor: 0 }]),
  'a refund gave back too little': onCaptures(isGivenBack, (one) => [{ ...one, refundedMinor: one.amountMinor - 1 }]),
  'a delivery never happened': onGifts(() => []),
  'a delivery happened twice': onGifts((one) => [one, one]),
  'a delivery went to another number': onGifts((one) => [{ ...one, msisdn: '999000999' }]),
  'a delivery was of another sum': onGifts((one) => [{ ...one, amountMinor: (one.amountMinor ?? 0) + 1 }]),
  'a delivery was of another product': onGifts((one) => [{ ...one, productCode: 'B9' }]),
  'a move is missing in a history': onEvents(() => []),
  'a move stands twice in a history': onEvents((one) => [one, one]),
  'a history tells another state': onEvents((one) => [{ ...one, to_state: 'reversed' }]),
}
