import { transaction } from '@nyanja/database/transaction'
import { type Currency, money } from '@nyanja/domain/money/money'
import { canCaseMove } from '@nyanja/domain/reconciliation/case-states'
import { type Difference, differenceKinds } from '@nyanja/domain/reconciliation/match'
import { recordAction } from '@nyanja/server/db/record-action'
import { creditEnding } from '@nyanja/server/payments/credits'
import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { CaseFilter, CaseStore, ReconciledDay, ReconciliationCase } from '../../reconciliation/settlement-store.ts'
import type { Database } from '../schema.ts'
import { isInUse } from './rows.ts'
import type { ReconciliationCaseTable } from './tables.ts'

type CaseRow = Selectable<ReconciliationCaseTable> & { readonly reference: string | null }

const sum = (minor: number | null, currency: Currency | null) =>
  minor === null || currency === null ? undefined : money(currency, minor)

const Figures = z.array(
  z.object({
    of: z.enum(['fee', 'net', 'amount', 'day']),
    against: z.enum(['contract', 'sum', 'earlier']),
    ...{ expected: z.string(), found: z.string() },
  }),
)

function caseFrom(row: CaseRow): ReconciliationCase {
  const differences: readonly string[] = row.differences.split(' ')
  return {
    id: row.id,
    ...{ counterpart: row.counterpart, source: row.source, kind: row.kind, result: row.result, reason: row.reason },
    differences: differenceKinds.filter((kind): kind is Difference => differences.includes(kind)),
    ...{ day: row.day, state: row.state, subject: row.subject ?? undefined, reference: row.reference ?? undefined },
    row: row.import_id === null ? undefined : { importId: row.import_id, row: row.row ?? undefined },
    ours: sum(row.ours_minor, row.ours_currency),
    theirs: sum(row.theirs_minor, row.theirs_currency),
    figures: Figures.parse(JSON.parse(row.figures_json)),
    openedAt: row.opened_at,
    closedAt: row.closed_at ?? undefined,
    decidedBy: row.decided_by ?? undefined,
    why: row.why ?? undefined,
  }
}

function casesIn(db: Kysely<Database>, { source, state, reason, importId, fromDay, untilDay, subject }: CaseFilter) {
  let query = db
    .selectFrom('reconciliation_cases')
    .leftJoin('attempts', (join) =>
      join.on(sql<boolean>`attempts.id = replace(reconciliation_cases.subject, ${creditEnding}, '')`),
    )
    .selectAll('reconciliation_cases')
    .select('attempts.reference')
  if (source !== undefined) query = query.where('reconciliation_cases.source', '=', source)
  if (state !== undefined) query = query.where('reconciliation_cases.state', '=', state)
  if (reason !== undefined) query = query.where('reason', '=', reason)
  if (importId !== undefined) query = query.where('import_id', '=', importId)
  if (fromDay !== undefined) query = query.where('day', '>=', fromDay)
  if (untilDay !== undefined) query = query.where('day', '<=', untilDay)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  return query
}

/** The rows of each day by their result, and the days of complete imports. */
async function readDays(
  db: Kysely<Database>,
  { source, fromDay, untilDay }: Pick<CaseFilter, 'source' | 'fromDay' | 'untilDay'>,
): Promise<readonly ReconciledDay[]> {
  const from = fromDay ?? '0000-00-00'
  const until = untilDay ?? '9999-99-99'
  const ofSource = source === undefined ? sql`true` : sql`source = ${source}`
  const { rows } = await sql<{
    source: string
    day: string
    matched: number
    different: number
    theirs: number
    ours: number
  }>`
    select source, day, sum(matched) as matched, sum(different) as different, sum(theirs) as theirs, sum(ours) as ours
    from (
      select i.source, r.day, count(*) as matched, 0 as different, 0 as theirs, 0 as ours
      from settlement_rows r join settlement_imports i on i.id = r.import_id
      where ${isInUse('i')} and r.result = 'matched' and r.day between ${from} and ${until}
      group by i.source, r.day
      union all
      select source, day, 0, sum(case when result = 'different' then 1 else 0 end),
        sum(case when result = 'theirs_only' then 1 else 0 end), sum(case when result = 'ours_only' then 1 else 0 end)
      from reconciliation_cases
      where state <> 'closed' and day between ${from} and ${until}
      group by source, day
    ) counted
    where ${ofSource}
    group by source, day
    order by day desc, source`.execute(db)
  const complete = await db
    .selectFrom('settlement_imports')
    .select(['source', 'from_day', 'until_day'])
    .where(isInUse())
    .where('is_complete', '=', 1)
    .where('until_day', '>=', from)
    .execute()
  return rows.map(({ theirs, ours, ...row }) => {
    const isComplete = complete.some(
      ({ source: named, from_day, until_day }) =>
        named === row.source && (from_day ?? '') <= row.day && (until_day ?? '') >= row.day,
    )
    return {
      ...{ source: row.source, day: row.day, state: isComplete ? 'complete' : 'incomplete' },
      ...{ matched: Number(row.matched), different: Number(row.different) },
      ...{ theirsOnly: Number(theirs), oursOnly: Number(ours) },
    }
  })
}

export function createCaseStore(db: Kysely<Database>, now: () => number): CaseStore {
  return {
    async list(filter, limit) {
      const rows = await casesIn(db, filter)
        .orderBy('day', 'desc')
        .orderBy('reconciliation_cases.id')
        .limit(limit)
        .execute()
      return rows.map(caseFrom)
    },

    async find(id) {
      const row = await casesIn(db, {}).where('reconciliation_cases.id', '=', id).executeTakeFirst()
      return row && caseFrom(row)
    },

    async countOpen() {
      const rows = await db
        .selectFrom('reconciliation_cases')
        .select(['source', 'reason'])
        .select(({ fn }) => fn.countAll<number>().as('cases'))
        .where('state', '=', 'open')
        .groupBy(['source', 'reason'])
        .orderBy('source')
        .orderBy('reason')
        .execute()
      return rows.map(({ cases, ...row }) => ({ ...row, cases: Number(cases) }))
    },

    days: (filter) => readDays(db, filter),

    move(id, { from, to }, { who, why, staff }) {
      if (!canCaseMove(from, to)) return Promise.resolve(false)
      const at = now()
      return transaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('reconciliation_cases')
          .set({ state: to, decided_by: who, why, closed_at: to === 'closed' ? at : null })
          .where('id', '=', id)
          .where('state', '=', from)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        await recordAction(tx, { at, who, why, staff, action: `case ${to}`, subject: `case ${id}` })
        return true
      })
    },
  }
}
