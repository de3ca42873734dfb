import { isOneOf } from '@nyanja/database/json-lists'
import { addDays, daysBetween } from '@nyanja/domain/reconciliation/records'
import { creditIdOf, paymentOfCredit } from '@nyanja/server/payments/credits'
import { paymentOfItem } from '@nyanja/server/payments/goods'
import type { Kysely } from 'kysely'
import type { FormatTerms, SettlementEntry } from '../../reconciliation/settlement-files.ts'
import type { Database, DatabaseHandle } from '../schema.ts'
import { readPayouts } from './portal-records.ts'

type Terms = Pick<FormatTerms, 'counterpart' | 'gateways' | 'lateAfterDays'>
type Named = Pick<SettlementEntry, 'kind' | 'providerReference' | 'reference' | 'otherNames' | 'amount' | 'day'>

/** The attempt or payout that each entry names, in their order. Our own reference comes before the provider's. */
export function resolveEntries(
  source: DatabaseHandle,
  terms: Terms,
  entries: readonly Named[],
): Promise<readonly (string | undefined)[]> {
  return terms.counterpart === 'bank'
    ? resolvePayouts(source.db, terms, entries)
    : resolveAttempts(source, terms, entries)
}

const namesOf = ({ reference, providerReference, otherNames = [] }: Named) =>
  [reference, providerReference, ...otherNames].filter((name) => name !== undefined)

/** Lists goodwill with these names, its own or the BSS's. */
async function listCredits({ db, engine }: DatabaseHandle, names: readonly string[]) {
  if (names.length === 0) return []
  const payments = names.flatMap((name) => paymentOfCredit(name) ?? [])
  const credits = await db
    .selectFrom('credits')
    .select(['attempt_id', 'bss_reference'])
    .where((where) =>
      where.or([
        isOneOf(engine, 'bss_reference', names),
        ...(payments.length === 0 ? [] : [isOneOf(engine, 'attempt_id', payments)]),
      ]),
    )
    .execute()
  return credits.flatMap(({ attempt_id, bss_reference }) => {
    const id = creditIdOf(attempt_id)
    return [
      { id, name: id },
      { id, name: bss_reference },
    ]
  })
}

/** Lists what several numbers got, by our names. */
async function listItems({ db, engine }: DatabaseHandle, names: readonly string[]) {
  const ofPayments = Map.groupBy(names, (name) => paymentOfItem(name) ?? '')
  const payments = [...ofPayments.keys()].filter((id) => id !== '')
  if (payments.length === 0) return []
  const rows = await db
    .selectFrom('deliveries')
    .select('attempt_id')
    .where('items_json', 'is not', null)
    .where(isOneOf(engine, 'attempt_id', payments))
    .execute()
  return rows.flatMap(({ attempt_id }) => (ofPayments.get(attempt_id) ?? []).map((name) => ({ id: name, name })))
}

async function resolveAttempts(
  { db, engine }: DatabaseHandle,
  { counterpart, gateways }: Terms,
  entries: readonly Named[],
) {
  const ids = new Map<string, string>()
  const add = (rows: readonly { readonly id: string; readonly name: string | null }[]) => {
    for (const { id, name } of rows) if (name !== null && !ids.has(name)) ids.set(name, id)
  }
  const unknown = () => [...new Set(entries.filter((entry) => !find(entry)).flatMap(namesOf))]
  const find = (entry: Named) =>
    namesOf(entry)
      .map((name) => ids.get(name))
      .find((id) => id !== undefined)

  const attempts = db.selectFrom('attempts')
  const byId = unknown()
  if (byId.length > 0)
    add(
      await attempts
        .select(['id', 'id as name'])
        .where(isOneOf(engine, 'id', byId))
        .execute(),
    )
  if (counterpart === 'bss') add(await listCredits({ db, engine }, unknown()))
  if (counterpart === 'bss') add(await listItems({ db, engine }, unknown()))
  const byReference = unknown()
  if (byReference.length > 0)
    add(
      await attempts
        .select(['id', 'reference as name'])
        .where(isOneOf(engine, 'reference', byReference))
        .execute(),
    )
  const byProvider = unknown()
  if (byProvider.length === 0) return entries.map(find)
  if (counterpart === 'bss')
    add(
      await db
        .selectFrom('deliveries')
        .select(['attempt_id as id', 'bss_reference as name'])
        .where(isOneOf(engine, 'bss_reference', byProvider))
        .execute(),
    )
  else
    add(
      await attempts
        .select(['id', 'provider_reference as name'])
        .where('gateway', 'in', gateways)
        .where(isOneOf(engine, 'provider_reference', byProvider))
        .execute(),
    )
  return entries.map(find)
}

/** Finds a payout by its name in the text, or else by amount and day, where just one payout fits. */
async function resolvePayouts(db: Kysely<Database>, terms: Terms, entries: readonly Named[]) {
  const payoutEntries = entries.filter(({ kind }) => kind === 'payout')
  const days = payoutEntries.map(({ day }) => day).sort()
  const [firstDay] = days
  const lastDay = days.at(-1)
  if (firstDay === undefined || lastDay === undefined) return entries.map(() => undefined)
  const payouts = await readPayouts(db, { payouts: [...new Set(payoutEntries.flatMap(namesOf))] }, terms)
  const ofDays = await readPayouts(db, { fromDay: addDays(firstDay, -terms.lateAfterDays), untilDay: lastDay }, terms)

  return entries.map((entry) => {
    if (entry.kind !== 'payout') return undefined
    const allNamed = payouts.filter(({ payout }) => namesOf(entry).includes(payout))
    // One name may stand for a payout in each currency.
    const named = allNamed.find(({ record }) => record.amount.currency === entry.amount?.currency) ?? allNamed[0]
    if (named !== undefined) return named.subject
    const fitting = ofDays.filter(
      ({ record: { amount, fromDay, untilDay } }) =>
        amount.minor === entry.amount?.minor &&
        amount.currency === entry.amount.currency &&
        daysBetween(fromDay, entry.day) >= 0 &&
        daysBetween(entry.day, untilDay) >= 0,
    )
    return fitting.length === 1 ? fitting[0]?.subject : undefined
  })
}
