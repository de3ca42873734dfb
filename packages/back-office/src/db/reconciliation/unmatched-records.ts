import { addDays } from '@nyanja/domain/reconciliation/records'
import { day as dayMs } from '@nyanja/domain/time'
import { creditEnding } from '@nyanja/server/payments/credits'
import { type Kysely, sql } from 'kysely'
import type { SettlementImport } from '../../reconciliation/settlement-store.ts'
import type { Database } from '../schema.ts'
import { type ComparisonOptions, readPayouts } from './portal-records.ts'

interface Found {
  readonly subject: string
  readonly at: number
}

interface Kind {
  readonly kind: 'payment' | 'refund' | 'delivery'
  readonly table: 'attempts' | 'refunds' | 'deliveries' | 'credits'
  readonly id: 'id' | 'attempt_id'
  readonly states: readonly string[]
  /** Whether the table has the column `gateway`. */
  readonly hasGateway: boolean
  /** The ending of the subject, after the id. */
  readonly ending?: typeof creditEnding
}

/** The kinds that are compared with the rows of each counterpart, and the states in which they have happened. */
const kindsOf: Readonly<Record<SettlementImport['counterpart'], readonly Kind[]>> = {
  provider: [
    {
      ...{ kind: 'payment', table: 'attempts', id: 'id', hasGateway: true },
      states: ['captured', 'captured_late', 'reversed'],
    },
    { kind: 'refund', table: 'refunds', id: 'attempt_id', states: ['refunded'], hasGateway: true },
  ],
  bss: [
    { kind: 'delivery', table: 'deliveries', id: 'attempt_id', states: ['delivered'], hasGateway: false },
    {
      kind: 'delivery',
      table: 'credits',
      id: 'attempt_id',
      states: ['delivered'],
      hasGateway: false,
      ending: creditEnding,
    },
  ],
  bank: [],
}

interface Page {
  readonly gateways: readonly string[]
  readonly after: Found
  readonly until: number
  readonly size: number
}

/** Reads our records of this kind without a row, by the time when they happened. */
async function readPage(
  db: Kysely<Database>,
  { kind, table, id, states, hasGateway, ending }: Kind,
  { gateways, after, until, size }: Page,
): Promise<readonly Found[]> {
  const named = sql.ref(`ours.${id}`)
  const subject = ending === undefined ? named : sql`${named} || cast(${ending} as text)`
  const ofGateways = hasGateway ? sql`and ours.gateway in (${sql.join(gateways)})` : sql``
  const { rows } = await sql<Found>`
    select ${subject} as subject, ours.decided_at as at from ${sql.table(table)} ours
    where (ours.decided_at, ${subject}) > (${after.at}, ${after.subject}) and ours.decided_at < ${until}
      and ours.state in (${sql.join(states)}) ${ofGateways}
      and not exists (select 1 from settlement_rows r where r.subject = ${subject} and r.kind = ${kind}
        and r.result in ('matched', 'different'))
    order by ours.decided_at, ${subject} limit ${size}`.execute(db)
  return rows
}

/**
 * Reads our records of the days that an import reports on, without a row; then those with an open case, since they age.
 */
export async function* readUnmatched(
  { db, startOf }: ComparisonOptions,
  of: SettlementImport,
  size: number,
): AsyncGenerator<readonly string[]> {
  const { fromDay, untilDay } = of
  if (fromDay !== undefined && untilDay !== undefined) {
    // The range has one more day on either side: late money is decided on a later day than the provider's.
    const until = startOf(untilDay) + 2 * dayMs
    for (const kind of kindsOf[of.counterpart]) {
      let after: Found = { at: startOf(fromDay) - dayMs, subject: '' }
      for (;;) {
        const rows = await readPage(db, kind, { gateways: of.gateways, after, until, size })
        const last = rows.at(-1)
        if (last === undefined) break
        yield rows.map(({ subject }) => subject)
        after = last
      }
    }
    if (of.counterpart === 'bank') yield* readPayoutSubjects(db, of, { fromDay, untilDay })
  }
  yield* readOpenSubjects(db, { source: of.source, result: 'ours_only' }, size)
}

/** Reads the payouts; there are few, one for each provider and day. */
async function* readPayoutSubjects(
  db: Kysely<Database>,
  of: SettlementImport,
  { fromDay, untilDay }: { readonly fromDay: string; readonly untilDay: string },
) {
  const payouts = await readPayouts(db, { fromDay: addDays(fromDay, -of.lateAfterDays), untilDay }, of)
  yield payouts.map(({ subject }) => subject)
}

/** The subjects of open cases of a source, with any result or one. */
export async function* readOpenSubjects(
  db: Kysely<Database>,
  { source, result }: { readonly source: string; readonly result?: 'ours_only' },
  size: number,
): AsyncGenerator<readonly string[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('reconciliation_cases')
      .select(['id', 'subject'])
      .where('source', '=', source)
      .where('state', '<>', 'closed')
      .where('result', 'in', result === undefined ? ['ours_only', 'theirs_only', 'different'] : [result])
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    yield [...new Set(rows.flatMap(({ subject }) => subject ?? []))]
    after = last.id
  }
}
