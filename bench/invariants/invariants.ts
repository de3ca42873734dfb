import type { ProviderRecords } from '../environment/sandbox-control.ts'
import type { Accounts } from './accounts.ts'
import {
  type DeliveryRecord,
  groupByPayment,
  invariants,
  isInProgress,
  isKept,
  placeIn,
  type RecordsByPayment,
  type Violation,
} from './records-by-payment.ts'

import { creditsUnexplained, isReturnAgreed, returnsUnexplained } from './returned-money.ts'
import { takebacksUnexplained } from './takebacks.ts'

export type { Violation }

const moneyIsOurs: ReadonlySet<string> = new Set(['captured', 'captured_late', 'reversed'])

/** Compares the portal's rows with the records of the providers and the BSS. It is for a system at rest. */
export function findViolations(accounts: Accounts, records: ProviderRecords): readonly Violation[] {
  const files = groupByPayment(accounts, records)
  return [
    ...unknownReferences(files),
    ...ordersPaidTwice(files),
    ...capturesWithoutEnd(files),
    ...unpaidDeliveries(files),
    ...failuresUntrue(files),
    ...returnsUnexplained(files),
    ...creditsUnexplained(files),
    ...takebacksUnexplained(files),
    ...historiesBroken(files),
  ]
}

/** Charges or deliveries under a reference that the portal neither has nor lists for review are lost. */
function* unknownReferences({ attempts, captures, deliveryRecords, inReview }: RecordsByPayment): Generator<Violation> {
  const isLost = (id: string) => !attempts.has(id) && !inReview.has(id)
  for (const id of captures.keys()) {
    if (isLost(id)) yield { invariant: invariants.captureEnds, id, what: 'a capture without an attempt' }
  }
  for (const id of deliveryRecords.keys()) {
    if (isLost(id)) yield { invariant: invariants.deliveryIsPaid, id, what: 'a delivery without an attempt' }
  }
}

function* ordersPaidTwice({ accounts, captures, inReview }: RecordsByPayment): Generator<Violation> {
  const invariant = invariants.oneCapture
  for (const [id, same] of captures) {
    if (same.length > 1) yield { invariant, id, what: `the provider captured it ${same.length} times` }
  }
  for (const [id, attempts] of Map.groupBy(accounts.attempts, (attempt) => attempt.order_id)) {
    const decided = attempts.filter(({ id: attempt }) => !inReview.has(attempt))
    const kept = decided.flatMap((attempt) => captures.get(attempt.id) ?? []).filter(isKept)
    if (kept.length > 1) yield { invariant, id, what: `${kept.length} captures of the order were kept` }
    const paying = attempts.filter(({ pays_order }) => pays_order === 1)
    if (paying.length > 1) yield { invariant, id, what: `${paying.length} attempts pay the order` }
  }
}

function* capturesWithoutEnd(files: RecordsByPayment): Generator<Violation> {
  const { captures, deliveries, refunds, inReview } = files
  const invariant = invariants.captureEnds
  for (const [id, [capture]] of captures) {
    if (capture === undefined || inReview.has(id)) continue
    const isDelivered = deliveries.get(id)?.state === 'delivered'
    const isRefunded = refunds.get(id)?.state === 'refunded'
    if (isDelivered && isKept(capture)) continue
    if (isRefunded && !isKept(capture)) continue
    const states = `delivery ${deliveries.get(id)?.state ?? 'none'}, refund ${refunds.get(id)?.state ?? 'none'}`
    const what = `${states}, and the provider ${isKept(capture) ? 'keeps' : 'gave back'} the money`
    yield { invariant, id, what, isInProgress: isInProgress(id, files) }
  }
}

function* unpaidDeliveries(files: RecordsByPayment): Generator<Violation> {
  const invariant = invariants.deliveryIsPaid
  for (const [id, same] of files.deliveryRecords) {
    if (same.length > 1) yield { invariant, id, what: `delivered ${same.length} times` }
    for (const what of differencesOf(id, same[0], files)) yield { invariant, id, what }
  }
  for (const delivery of files.accounts.deliveries)
    for (const what of falseReports(delivery, files)) yield { invariant, id: delivery.attempt_id, what }
}

function falseReports(delivery: Accounts['deliveries'][number], files: RecordsByPayment): readonly string[] {
  const { attempt_id: id, state, items_json } = delivery
  if (items_json !== null || files.itemRecords.has(id)) return differencesOfItems(delivery, files)
  const isGiven = files.deliveryRecords.has(id)
  if (state === 'delivered' && !isGiven) return ['reported as delivered, and the BSS has no record of it']
  return state === 'impossible' && isGiven ? ['reported as impossible, and the BSS delivered it'] : []
}

function differencesOf(id: string, record: DeliveryRecord | undefined, files: RecordsByPayment): readonly string[] {
  const { orders, attempts, captures, deliveries } = files
  const attempt = attempts.get(id)
  const delivery = deliveries.get(id)
  const order = orders.get(attempt?.order_id ?? '')
  if (record === undefined || attempt === undefined) return []
  const [capture, ...more] = captures.get(id) ?? []
  const ordered = orderedOf(attempt)
  const { amountMinor = ordered.minor, currency = ordered.currency } = record
  const checks: readonly (readonly [boolean, string])[] = [
    [capture !== undefined, 'delivered without a capture'],
    [more.length === 0, 'delivered for several captures'],
    [capture === undefined || isKept(capture) || isReturnAgreed(id, files), 'delivered, and the money given back'],
    [
      capture === undefined || capture.amountMinor === attempt.amount_minor,
      `paid ${capture?.amountMinor}, asked for ${attempt.amount_minor}`,
    ],
    [capture === undefined || capture.currency === attempt.currency, `paid in ${capture?.currency}`],
    [
      amountMinor === ordered.minor || isForWhatCame(attempt, amountMinor),
      `ordered ${ordered.minor}, delivered ${amountMinor}`,
    ],
    [currency === ordered.currency, `ordered in ${ordered.currency}, delivered in ${currency}`],
    [isRightPrice(attempt), 'charged at another rate than was shown'],
    [
      record.account === undefined ? order?.msisdn === record.msisdn : accountIn(order) === record.account,
      'delivered to another number or account',
    ],
    [(delivery?.product_code ?? undefined) === record.productCode, 'another product was delivered'],
  ]
  return checks.filter(([isRight]) => !isRight).map(([, what]) => what)
}

/** Compares what each of several numbers was to get with what it got. */
function differencesOfItems(delivery: Accounts['deliveries'][number], files: RecordsByPayment): readonly string[] {
  const { attempt_id: id, state } = delivery
  const records = Map.groupBy(files.itemRecords.get(id) ?? [], ({ reference }) => placeIn(reference))
  const ordered = itemsIn(files.orders.get(files.attempts.get(id)?.order_id ?? '')?.items_json)
  const known = itemsIn(delivery.items_json)
  const hasCapture = files.captures.has(id)
  const places = new Set([...records.keys(), ...ordered.map((_, index) => index + 1)])
  return [...places].flatMap((place) => {
    const [record, ...more] = records.get(place) ?? []
    const [item, isGiven] = [ordered[place - 1], known[place - 1]?.state === 'delivered']
    const isOver = state === 'delivered' || state === 'impossible'
    const checks: readonly (readonly [boolean, string])[] = [
      [more.length === 0, `number ${place} got it ${more.length + 1} times`],
      [record === undefined || hasCapture, `number ${place} got it without a capture`],
      [record === undefined || record.msisdn === item?.msisdn, `number ${place} is another number`],
      [record === undefined || record.productCode === item?.bundle?.productCode, `number ${place} got another product`],
      [
        record?.amountMinor === undefined || record.amountMinor === item?.amount.minor,
        `number ${place} got ${record?.amountMinor}`,
      ],
      [!isOver || isGiven === (record !== undefined), `number ${place}: the BSS and the portal differ`],
    ]
    return checks.filter(([isRight]) => !isRight).map(([, what]) => what)
  })
}

interface Item {
  readonly msisdn: string
  readonly amount: { readonly minor: number }
  readonly bundle?: { readonly productCode: string }
  readonly state?: string
}

/** Parses the column itself, as `accountIn` does. */
function itemsIn(json: string | null | undefined): readonly Item[] {
  return JSON.parse(json ?? '[]')
}

type AttemptRow = Accounts['attempts'][number]

/**
 * The amount is what was ordered, in the currency of the order; staff have decided about any other amount that was
 * received.
 */
function orderedOf({ amount_minor, currency, ordered_minor, ordered_currency, asked_minor }: AttemptRow) {
  return { minor: ordered_minor ?? asked_minor ?? amount_minor, currency: ordered_currency ?? currency }
}

/** Less was received than was asked for, and airtime for that was delivered. */
const isForWhatCame = ({ amount_minor, asked_minor, ordered_minor }: AttemptRow, deliveredMinor: number) =>
  asked_minor !== null && ordered_minor === null && amount_minor < asked_minor && deliveredMinor === amount_minor

/**
 * The amount is rounded up to the next whole unit of the other currency; the rate is the price of one whole unit of the
 * ordered one.
 */
function isRightPrice({ amount_minor, ordered_minor, rate_minor, asked_minor }: AttemptRow): boolean {
  if (ordered_minor === null) return rate_minor === null
  const charged = asked_minor ?? amount_minor
  return rate_minor !== null && charged === Math.ceil((ordered_minor * rate_minor) / 10_000) * 100
}

/** Parses the file itself: the invariant checker shares no code with what it audits. */
function accountIn(order: Accounts['orders'][number] | undefined): unknown {
  const bill: unknown = JSON.parse(order?.bill_json ?? 'null')
  return typeof bill === 'object' && bill !== null && 'account' in bill ? bill.account : undefined
}

function* failuresUntrue(files: RecordsByPayment): Generator<Violation> {
  const { captures, attempts, inReview } = files
  for (const attempt of attempts.values()) {
    const { id, state } = attempt
    const isTaken = (captures.get(id) ?? []).some(isKept)
    if (isTaken && !moneyIsOurs.has(state) && !inReview.has(id))
      yield {
        invariant: invariants.failedIsTrue,
        id,
        what: `${state}, and the provider keeps the money`,
        isInProgress: isInProgress(id, files),
      }
    if (moneyIsOurs.has(state) && !captures.has(id))
      yield { invariant: invariants.captureEnds, id, what: `${state}, and the provider has no capture` }
  }
}

function* historiesBroken({
  accounts,
  attempts,
  deliveries,
  refunds,
  credits,
  takebacks,
}: RecordsByPayment): Generator<Violation> {
  const invariant = invariants.historyExplains
  const legal = new Set(
    accounts.legalMoves.map(({ component, from_state, to_state }) => `${component} ${from_state} ${to_state}`),
  )
  const ends = new Map<string, string>()
  for (const { attempt_id: id, component, from_state, to_state } of accounts.events) {
    const key = `${component} ${id}`
    const before = ends.get(key) ?? 'none'
    if (from_state !== before)
      yield { invariant, id, what: `${component} leaves ${from_state}, but its state was ${before}` }
    if (!legal.has(`${component} ${from_state} ${to_state}`))
      yield { invariant, id, what: `${component} moved from ${from_state} to ${to_state}, which is not legal` }
    ends.set(key, to_state)
  }
  const stateOf = {
    money: (id: string) => attempts.get(id)?.state,
    delivery: (id: string) => deliveries.get(id)?.state,
    refund: (id: string) => refunds.get(id)?.state,
    credit: (id: string) => credits.get(id)?.state,
    takeback: (id: string) => takebacks.get(id)?.state,
  } as const
  const components = ['money', 'delivery', 'refund', 'credit', 'takeback'] as const
  for (const id of attempts.keys()) {
    for (const component of components) {
      const [recorded, is] = [ends.get(`${component} ${id}`), stateOf[component](id)]
      if (recorded !== is)
        yield {
          invariant,
          id,
          what: `${component} is ${is ?? 'absent'}, but its history ends at ${recorded ?? 'nothing'}`,
        }
    }
  }
}

/** Formats violations as lines for a reader. */
export const describeViolations = (violations: readonly Violation[]): readonly string[] =>
  violations.map(({ invariant, id, what }) => `${invariant}: ${id} ${what}`)
