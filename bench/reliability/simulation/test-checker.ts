import type { ProviderRecords } from '../../environment/sandbox-control.ts'
import { type Accounts, readAccountRows } from '../../invariants/accounts.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { paymentIn } from '../../invariants/records-by-payment.ts'
import { providerNames } from './injected-faults.ts'
import { type Chance, createChance } from './machine.ts'
import { liveThrough, type Outcome, type SimulationOptions } from './simulate.ts'
import type { World } from './world.ts'

export interface Ledgers {
  readonly accounts: Accounts
  readonly records: ProviderRecords
}

type Tamper = (ledgers: Ledgers, chance: Chance) => Ledgers | undefined

/** Rows in review are not the invariant checker's to judge. */
function open<T>(rows: readonly T[], idOf: (row: T) => string, { reviews }: Accounts): readonly T[] {
  const inReview = new Set(reviews.map(({ attempt_id }) => attempt_id))
  return rows.filter((row) => !inReview.has(idOf(row)))
}

/** Replaces one random row by others. It is undefined when there is none. */
function replaceOne<T>(rows: readonly T[], row: T | undefined, by: (row: T) => readonly T[]): T[] | undefined {
  return row === undefined ? undefined : rows.flatMap((one) => (one === row ? by(one) : [one]))
}

type Capture = ProviderRecords['captures'][number]
type Gift = ProviderRecords['deliveries'][number]
type Event = Accounts['events'][number]

const onCaptures =
  (suits: (capture: Capture, ledgers: Ledgers) => boolean, by: (capture: Capture) => readonly Capture[]): Tamper =>
  (ledgers, chance) => {
    const { accounts, records } = ledgers
    const suiting = open(records.captures, ({ reference }) => paymentIn(reference), accounts).filter((one) =>
      suits(one, ledgers),
    )
    const captures = replaceOne(records.captures, chance.pick(suiting), by)
    return captures && { accounts, records: { ...records, captures } }
  }

const onGifts =
  (by: (gift: Gift) => readonly Gift[], suits: (gift: Gift) => boolean = any): Tamper =>
  ({ accounts, records }, chance) => {
    const suiting = open(records.deliveries.filter(suits), ({ reference }) => paymentIn(reference), accounts)
    const deliveries = replaceOne(records.deliveries, chance.pick(suiting), by)
    return deliveries && { accounts, records: { ...records, deliveries } }
  }

const onEvents =
  (by: (event: Event) => readonly Event[]): Tamper =>
  ({ accounts, records }, chance) => {
    const events = replaceOne(accounts.events, chance.pick(accounts.events), by)
    return events && { accounts: { ...accounts, events }, records }
  }

const isDelivered = ({ reference }: Capture, { accounts }: Ledgers) =>
  accounts.deliveries.some(({ attempt_id, state }) => attempt_id === reference && state === 'delivered')
const isKept = (capture: Capture, ledgers: Ledgers) =>
  isDelivered(capture, ledgers) && !ledgers.accounts.refunds.some(({ attempt_id }) => attempt_id === capture.reference)
const isGivenBack = ({ refundedMinor }: Capture) => refundedMinor > 0
const isCredit = ({ reference }: Gift) => paymentIn(reference) !== reference
const isTakenBack = ({ reference }: Capture) => paymentIn(reference) !== reference
const any = () => true

/** Records may be wrong in these ways, one row at a time. The invariant checker must notice each. */
export const tampers: Readonly<Record<string, Tamper>> = {
  'a capture is taken twice': onCaptures(any, (one) => [one, one]),
  'a capture of no payment is taken': onCaptures(any, (one) => [one, { ...one, reference: 'unknown' }]),
  'a capture of a delivery is gone': onCaptures(isDelivered, () => []),
  'a delivered capture is in another sum': onCaptures(isDelivered, (one) => [
    { ...one, amountMinor: one.amountMinor + 1 },
  ]),
  'a delivered capture is in another currency': onCaptures(isDelivered, (one) => [
    { ...one, currency: one.currency === 'USD' ? 'MWK' : 'USD' },
  ]),
  'the money of a delivery went back': onCaptures(isKept, (one) => [{ ...one, refundedMinor: one.amountMinor }]),
  'a part of the money of a delivery went back': onCaptures(isKept, (one) => [{ ...one, refundedMinor: 1 }]),
  'a refund never happened': onCaptures(isGivenBack, (one) => [{ ...one, refundedMinor: 0 }]),
  'a refund gave back too little': onCaptures(isGivenBack, (one) => [{ ...one, refundedMinor: one.refundedMinor - 1 }]),
  'a refund, or a part, went back twice': onCaptures(isGivenBack, (one) => [
    { ...one, refundedMinor: 2 * one.refundedMinor },
  ]),
  'a delivery never happened': onGifts(() => []),
  'a delivery happened twice': onGifts((one) => [one, one]),
  'a delivery went to another number': onGifts((one) => [{ ...one, msisdn: '999000999' }]),
  'a delivery was of another sum': onGifts((one) => [{ ...one, amountMinor: (one.amountMinor ?? 0) + 1 }]),
  'a delivery was of another product': onGifts((one) => [{ ...one, productCode: 'B9' }]),
  'a credit was given twice': onGifts((one) => [one, one], isCredit),
  'a credit was never given': onGifts(() => [], isCredit),
  'a credit was given for another payment': onGifts((one) => [{ ...one, reference: `x${one.reference}` }], isCredit),
  'airtime was taken back twice': onCaptures(isTakenBack, (one) => [one, one]),
  'airtime was never taken back': onCaptures(isTakenBack, () => []),
  'another sum was taken back': onCaptures(isTakenBack, (one) => [{ ...one, amountMinor: one.amountMinor + 1 }]),
  'a move is missing in a history': onEvents(() => []),
  'a move stands twice in a history': onEvents((one) => [one, one]),
  'a history ends in another state': onEvents((one) => [{ ...one, to_state: 'reversed' }]),
}

/**
 * The invariant checker must find nothing in the records of a simulated day, and a violation once a row of them is
 * wrong.
 */
export async function testChecker(options: SimulationOptions): Promise<Outcome> {
  return liveThrough({ ...options, forgets: false }, async (world) => {
    const ledgers = { accounts: await readAccountRows(world.database.db), records: readRecords(world) }
    const found = findViolations(ledgers.accounts, ledgers.records)
    const { missed, tries } = tamperWith(ledgers, createChance(options.seed))
    const faults = [...found.map(({ invariant, id, what }) => `${invariant}: ${id} ${what}`), ...missed]
    return { faults, journal: faults.length > 0 ? world.journal : [], tries }
  })
}

function tamperWith(ledgers: Ledgers, chance: Chance): { readonly missed: readonly string[]; readonly tries: number } {
  const missed: string[] = []
  let tries = 0
  for (const [what, tamper] of Object.entries(tampers)) {
    const wrong = tamper(ledgers, chance)
    if (wrong === undefined) continue
    tries += 1
    if (findViolations(wrong.accounts, wrong.records).length === 0) missed.push(`not noticed: ${what}`)
  }
  return { missed, tries }
}

/** The records of the simulated providers and the BSS, in the sandbox's format. */
export function readRecords({ providers, bss, debits }: World): ProviderRecords {
  const captures = providerNames.flatMap((provider) =>
    [...providers[provider].records.values()].flatMap(({ id, taken, returnedMinor, startedAt }) => {
      if (taken === undefined) return []
      const { minor, currency } = taken
      const at = new Date(startedAt).toISOString()
      return [{ provider, reference: id, amountMinor: minor, currency, refundedMinor: returnedMinor, at }]
    }),
  )
  const takenBack = [...debits.records.values()]
    .filter(({ state }) => state === 'given')
    .map(({ purchase: { id, amount } }) => ({
      ...{ provider: 'bss', reference: id, amountMinor: amount.minor, currency: amount.currency },
      ...{ refundedMinor: 0, at: '' },
    }))
  const deliveries = [...bss.records.values()]
    .filter(({ state }) => state === 'given')
    .map(({ purchase: { id, kind, msisdn, amount, productCode } }) => ({
      reference: id,
      kind,
      msisdn,
      amountMinor: amount.minor,
      currency: amount.currency,
      ...(productCode === undefined ? {} : { productCode }),
    }))
  return { captures: [...captures, ...takenBack], deliveries }
}
