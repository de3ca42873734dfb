import { isOneOf } from '@nyanja/database/json-lists'
import { computeFee, type FeeRules, findFeeRule } from '@nyanja/domain/finance/fees'
import { type Money, money } from '@nyanja/domain/money/money'
import { addDays, type EntryKind, type OurRecord } from '@nyanja/domain/reconciliation/records'
import { minute } from '@nyanja/domain/time'
import { toDeliveryItems } from '@nyanja/server/db/payments/rows'
import { creditIdOf, paymentOfCredit } from '@nyanja/server/payments/credits'
import { itemIdOf, paymentOfItem } from '@nyanja/server/payments/goods'
import { type Kysely, sql } from 'kysely'
import type { SettlementImport, SubjectRecord } from '../../reconciliation/settlement-store.ts'
import type { Database, DatabaseHandle } from '../schema.ts'
import { isInUse } from './rows.ts'

export interface Days {
  /** The market's calendar day of a moment. */
  readonly dayOf: (at: number) => string
  readonly now: () => number
}

/** Each gateway's provider keeps this by its contract. */
export type ContractedFees = Readonly<Record<string, FeeRules>>

/** The database with its engine. */
export interface ComparisonOptions extends Days, DatabaseHandle {
  /** The first moment of a market's day. */
  readonly startOf: (day: string) => number
  readonly fees: ContractedFees
}

/** The difference of clocks: an event within this time of midnight may be of either day. */
const slackMs = 10 * minute

interface Window {
  readonly from: number
  /** Null means that it may still happen. */
  readonly until: number | null
}

function daysOf({ from, until }: Window, { dayOf, now }: Days) {
  return { fromDay: dayOf(from - slackMs), untilDay: dayOf((until ?? now()) + slackMs) }
}

/**
 * Providers state their fee with the tax on it or without. Of a payment around a change of the contract either rule may
 * hold, and where one of its days has no rule, nothing is known.
 */
function contractedFeesOf(
  amount: Money,
  rules: FeeRules | undefined,
  { fromDay, untilDay }: ReturnType<typeof daysOf>,
): readonly number[] | undefined {
  const fees = [fromDay, untilDay].map((day) => findFeeRule(rules, day) && computeFee(amount, findFeeRule(rules, day)))
  return fees.every((fee) => fee !== undefined)
    ? [...new Set(fees.flatMap(({ feeMinor, taxMinor }) => [feeMinor, feeMinor + taxMinor]))]
    : undefined
}

/** Within this time a counterpart's report may have been made before our record changed. */
const recentMs = 15 * minute

const isRecent = ({ from, until }: Window, now: () => number) => (until ?? from) > now() - recentMs

const captured: readonly string[] = ['captured', 'captured_late', 'reversed']

/** The payments of these attempts, with their refunds and reversals. */
export async function readPayments(
  { db, engine, fees, ...days }: ComparisonOptions,
  ids: readonly string[],
): Promise<readonly SubjectRecord[]> {
  if (ids.length === 0) return []
  const [attempts, refunds] = await Promise.all([
    db
      .selectFrom('attempts')
      .select(['id', 'reference', 'provider_reference', 'gateway', 'amount_minor', 'currency', 'state'])
      .select(['created_at', 'handed_over_at', 'decided_at'])
      .where(isOneOf(engine, 'id', ids))
      .execute(),
    db
      .selectFrom('refunds')
      .select(['attempt_id', 'state', 'amount_minor', 'created_at', 'decided_at'])
      .where(isOneOf(engine, 'attempt_id', ids))
      .execute(),
  ])
  const refundOf = new Map(refunds.map((refund) => [refund.attempt_id, refund]))
  return attempts.flatMap((attempt) => {
    const { id, reference, provider_reference, state } = attempt
    const names = [id, reference, ...(provider_reference === null ? [] : [provider_reference])]
    const amountOf = (minor: number | null | undefined) => money(attempt.currency, minor ?? attempt.amount_minor)
    const record = (
      kind: EntryKind,
      window: Window,
      { isDone, minor }: { readonly isDone: boolean; readonly minor?: number | null },
    ): SubjectRecord => ({
      subject: id,
      record: {
        ...{ id: `${kind} ${id}`, kind, names, amount: amountOf(minor), ...daysOf(window, days), isDone },
        isRecent: isRecent(window, days.now),
        ...(kind === 'payment' && { contractedFees }),
      },
    })
    const window = { from: attempt.handed_over_at ?? attempt.created_at, until: attempt.decided_at }
    const contractedFees = contractedFeesOf(amountOf(undefined), fees[attempt.gateway], daysOf(window, days))
    const refund = refundOf.get(id)
    return [
      record('payment', window, { isDone: captured.includes(state) }),
      ...(state === 'reversed' ? [record('reversal', window, { isDone: true })] : []),
      ...(refund === undefined
        ? []
        : [
            record(
              'refund',
              { from: refund.created_at, until: refund.decided_at },
              { isDone: refund.state === 'refunded', minor: refund.amount_minor },
            ),
          ]),
    ]
  })
}

/** Reads the items with these names: the BSS knows each of several numbers as a delivery of its own. */
async function readItems({ db, engine }: DatabaseHandle, subjects: readonly string[]) {
  const payments = [...new Set(subjects.flatMap((subject) => paymentOfItem(subject) ?? []))]
  if (payments.length === 0) return []
  const rows = await db
    .selectFrom('deliveries')
    .select(['attempt_id', 'bss_reference', 'amount_minor', 'currency', 'state', 'created_at', 'sent_at', 'decided_at'])
    .select('items_json')
    .where(isOneOf(engine, 'attempt_id', payments))
    .execute()
  return rows.flatMap(({ items_json, ...delivery }) => {
    const items = items_json === null ? [] : toDeliveryItems(items_json)
    return items.flatMap(({ amount, state, bssReference = null }, index) => {
      const subject = itemIdOf(delivery.attempt_id, index + 1)
      const ofItem = { bss_reference: bssReference, amount_minor: amount.minor }
      const row = { ...delivery, ...ofItem, state: state === 'open' ? delivery.state : state }
      return subjects.includes(subject) ? [{ subject, row }] : []
    })
  })
}

/**
 * Reads what the BSS was sent for these attempts: the goods, and goodwill. A credit is a subject of its own, by its
 * name.
 */
export async function readDeliveries(
  { db, engine, ...days }: ComparisonOptions,
  subjects: readonly string[],
): Promise<readonly SubjectRecord[]> {
  const read = async (table: 'deliveries' | 'credits', ids: readonly string[]) =>
    ids.length === 0
      ? []
      : db
          .selectFrom(table)
          .select(['attempt_id', 'bss_reference', 'amount_minor', 'currency', 'state'])
          .select(['created_at', 'sent_at', 'decided_at'])
          .where(isOneOf(engine, 'attempt_id', ids))
          .execute()
  const toRecord = (subject: string, { bss_reference, ...row }: Awaited<ReturnType<typeof read>>[number]) => ({
    subject,
    record: {
      id: `delivery ${subject}`,
      kind: 'delivery' as const,
      names: [subject, ...(bss_reference === null ? [] : [bss_reference])],
      amount: money(row.currency, row.amount_minor),
      ...daysOf({ from: row.sent_at ?? row.created_at, until: row.decided_at }, days),
      isDone: row.state === 'delivered',
      isRecent: isRecent({ from: row.sent_at ?? row.created_at, until: row.decided_at }, days.now),
    },
  })
  const goods = await read('deliveries', subjects)
  const credits = await read(
    'credits',
    subjects.flatMap((subject) => paymentOfCredit(subject) ?? []),
  )
  const items = await readItems({ db, engine }, subjects)
  return [
    ...goods.map((row) => toRecord(row.attempt_id, row)),
    ...items.map(({ subject, row }) => toRecord(subject, row)),
    ...credits.map((row) => toRecord(creditIdOf(row.attempt_id), row)),
  ]
}

const laterRow = sql`
  select 1 from settlement_rows later join settlement_imports newer on newer.id = later.import_id
  where ${isInUse('newer')} and newer.source = settlement_imports.source
    and later.import_id > settlement_rows.import_id and later.kind = settlement_rows.kind and later.payout is not null
    and (later.day = settlement_rows.day or later.amount_minor = settlement_rows.amount_minor)`

/**
 * The condition that a later file of the provider repeats the entry: with the same ids, and the same day or amount, as
 * in `withoutRepeats`. The last row about it counts.
 */
const isSentAgain = sql<boolean>`exists (${laterRow}
    and coalesce(later.provider_reference, '') = coalesce(settlement_rows.provider_reference, '')
    and coalesce(later.reference, '') = coalesce(settlement_rows.reference, '')
    and later.subject = settlement_rows.subject)
  or settlement_rows.subject is null and exists (${laterRow}
    and later.subject is null
    and coalesce(later.provider_reference, later.reference)
      = coalesce(settlement_rows.provider_reference, settlement_rows.reference))`

/** Selects the payouts that providers announced in their settlement files. */
function announcedPayouts(db: Kysely<Database>) {
  const outgoing = sql`case when settlement_rows.kind = 'payment' then 1 else -1 end`
  return db
    .selectFrom('settlement_rows')
    .innerJoin('settlement_imports', 'settlement_imports.id', 'settlement_rows.import_id')
    .where(isInUse())
    .where('settlement_imports.counterpart', '=', 'provider')
    .where('settlement_rows.payout', 'is not', null)
    .where('settlement_rows.currency', 'is not', null)
    .where((where) => where.not(isSentAgain))
    .groupBy(['settlement_imports.source', 'settlement_rows.payout', 'settlement_rows.currency'])
    .select(['settlement_imports.source', 'settlement_rows.payout', 'settlement_rows.currency'])
    .select(({ fn }) => [
      fn.max<string>('settlement_rows.payout_day').as('day'),
      sql<number>`sum(${outgoing} * coalesce(net_minor, amount_minor - coalesce(fee_minor, 0), 0))`.as('minor'),
    ])
}

interface Payout {
  readonly subject: string
  readonly payout: string
  readonly record: OurRecord
}

type PayoutRow = Awaited<ReturnType<ReturnType<typeof announcedPayouts>['execute']>>[number]

function payoutFrom({ source, payout, currency, day, minor }: PayoutRow, lateAfterDays: number): readonly Payout[] {
  // Where refunds exceed payments, nothing is paid out.
  if (payout === null || currency === null || minor <= 0) return []
  const subject = ['payout', source, payout, currency].join(' ')
  return [
    {
      subject,
      payout,
      record: {
        ...{ id: subject, kind: 'payout', names: [payout, subject], isDone: true },
        amount: money(currency, minor),
        ...{ fromDay: day, untilDay: addDays(day, lateAfterDays) },
      },
    },
  ]
}

interface PayoutFilter {
  readonly payouts?: readonly string[]
  readonly fromDay?: string
  readonly untilDay?: string
}

/** Reads the payouts with these names, or of these days. */
export async function readPayouts(
  db: Kysely<Database>,
  { payouts, fromDay, untilDay }: PayoutFilter,
  { lateAfterDays }: Pick<SettlementImport, 'lateAfterDays'>,
): Promise<readonly Payout[]> {
  if (payouts?.length === 0) return []
  let query = announcedPayouts(db)
  if (payouts !== undefined) query = query.where('settlement_rows.payout', 'in', payouts)
  if (fromDay !== undefined) query = query.where('settlement_rows.payout_day', '>=', fromDay)
  if (untilDay !== undefined) query = query.where('settlement_rows.payout_day', '<=', untilDay)
  const rows = await query.execute()
  return rows.flatMap((row) => payoutFrom(row, lateAfterDays))
}

/** The name of a payout in its subject. */
export const payoutOf = (subject: string): string => subject.split(' ')[2] ?? ''
