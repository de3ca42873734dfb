import { isOneOf } from '@nyanja/database/json-lists'
import { money } from '@nyanja/domain/money/money'
import { addDays } from '@nyanja/domain/reconciliation/records'
import type { Kysely } from 'kysely'
import type {
  ComparisonStore,
  SettlementImport,
  StoredRow,
  SubjectRecord,
} from '../../reconciliation/settlement-store.ts'
import type { Database, DatabaseHandle } from '../schema.ts'
import { removeRows } from './import-store.ts'
import { type ComparisonOptions, payoutOf, readDeliveries, readPayments, readPayouts } from './portal-records.ts'
import { resolveEntries } from './resolve-entries.ts'
import { importFrom, importsInUse, type RowColumns, rowColumns, storedRowFrom } from './rows.ts'
import { saveComparison } from './save-comparison.ts'
import { readBalances } from './statement-balances.ts'
import { readOpenSubjects, readUnmatched } from './unmatched-records.ts'

const batchSize = 1500

const compared = ['payment', 'refund', 'reversal', 'payout', 'delivery'] as const

export function createComparisonStore(options: ComparisonOptions): ComparisonStore {
  const { db, engine, now } = options
  const inUse = () => importsInUse(db)

  return {
    async uncompared() {
      const rows = await inUse().where('compared_at', 'is', null).orderBy('id').execute()
      return rows.map(importFrom)
    },

    async withdrawn() {
      const rows = await db
        .selectFrom('settlement_imports')
        .selectAll()
        .where('withdrawn_at', 'is not', null)
        .where('compared_at', 'is', null)
        .orderBy('id')
        .execute()
      return rows.map(importFrom)
    },

    async removeRows(importId) {
      await db
        .updateTable('reconciliation_cases')
        // The finding is emptied, because another import may have the same row.
        .set({ state: 'closed', closed_at: now(), finding: '' })
        .where('import_id', '=', importId)
        .where('state', '<>', 'closed')
        .where((where) => where.or([where('subject', 'is', null), where('row', 'is', null)]))
        .execute()
      await removeRows(db, importId)
    },

    async reportedDays(source) {
      const rows = await inUse().where('source', '=', source).where('is_complete', '=', 1).execute()
      const days = new Set<string>()
      for (const { from_day, until_day } of rows)
        if (from_day !== null && until_day !== null)
          for (let day = from_day; day <= until_day; day = addDays(day, 1)) days.add(day)
      const sorted = [...days].sort()
      return { days, firstDay: sorted[0], lastDay: sorted.at(-1) ?? '' }
    },

    unmatched: (of) => readUnmatched(options, of, batchSize),
    subjectsOf: (importId) => readSubjects(db, importId),
    unknownRows: (importId) => readUnknownRows(db, importId),

    async rowsAbout(source, subjects) {
      const imports = await inUse().where('source', '=', source).execute()
      const ids = new Set(imports.map(({ id }) => id))
      // The query has no join: a planner may begin with the imports, and read all rows of each.
      const rows = await db
        .selectFrom('settlement_rows')
        .select(rowColumns)
        .where(isOneOf(engine, 'subject', subjects))
        .where('kind', 'in', compared)
        .orderBy('import_id')
        .orderBy('row')
        .execute()
      return rows.filter(({ import_id }) => ids.has(import_id)).map(storedRowFrom)
    },

    oursOf: (of, subjects) => readOurs(options, of, subjects),

    async resolveUnknown(of) {
      const found: string[] = []
      for await (const rows of readUnknownRows(db, of.id)) found.push(...(await resolveRows(options, of, rows)))
      return [...new Set(found)]
    },

    openSubjects: (source) => readOpenSubjects(db, { source }, batchSize),

    withOpenCases: () => listWithOpenCases(db),
    balancesOf: (importId) => readBalances(db, importId),
    save: (comparison) => saveComparison(options, comparison, now()),

    async finish(importId) {
      await db.updateTable('settlement_imports').set({ compared_at: now() }).where('id', '=', importId).execute()
    },
  }
}

async function listWithOpenCases(db: Kysely<Database>) {
  const open = await db
    .selectFrom('reconciliation_cases')
    .select(['source', 'import_id'])
    .distinct()
    .where('state', '<>', 'closed')
    .execute()
  const [ids, sources] = [open.flatMap(({ import_id }) => import_id ?? []), open.map(({ source }) => source)]
  const rows = await importsInUse(db).orderBy('id', 'desc').execute()
  const newest = new Set([...new Set(sources)].map((source) => rows.find((row) => row.source === source)?.id))
  return rows.filter(({ id }) => ids.includes(id) || newest.has(id)).map(importFrom)
}

/** A subject with rows in two batches is in both. */
async function* readSubjects(db: Kysely<Database>, importId: number): AsyncGenerator<readonly string[]> {
  for (let after = 0; ; after += batchSize) {
    const rows = await db
      .selectFrom('settlement_rows')
      .select('subject')
      .where('import_id', '=', importId)
      .where('row', '>', after)
      .where('row', '<=', after + batchSize)
      .execute()
    if (rows.length === 0) return
    const subjects = new Set(rows.flatMap(({ subject }) => subject ?? []))
    if (subjects.size > 0) yield [...subjects]
  }
}

async function* readUnknownRows(db: Kysely<Database>, importId: number): AsyncGenerator<readonly StoredRow[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('settlement_rows')
      .select(rowColumns)
      .where('import_id', '=', importId)
      .where('subject', 'is', null)
      .where('kind', 'in', compared)
      .where('row', '>', after)
      .orderBy('row')
      .limit(batchSize)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(storedRowFrom)
    after = last.row
  }
}

async function readOurs(
  options: ComparisonOptions,
  of: SettlementImport,
  subjects: readonly string[],
): Promise<readonly SubjectRecord[]> {
  if (of.counterpart === 'provider') return readPayments(options, subjects)
  if (of.counterpart === 'bss') return readDeliveries(options, subjects)
  const payouts = await readPayouts(options.db, { payouts: subjects.map(payoutOf) }, of)
  return payouts.filter(({ subject }) => subjects.includes(subject))
}

const readUnknown = ({ db, engine }: DatabaseHandle, importId: number, rows: readonly number[]) =>
  db
    .selectFrom('settlement_rows')
    .select(rowColumns)
    .where('import_id', '=', importId)
    .where(isOneOf(engine, 'row', rows))
    .execute()

const amountOf = ({ amount_minor, currency }: RowColumns) =>
  amount_minor === null || currency === null ? {} : { amount: money(currency, amount_minor) }

/** A payout may be announced, and a payment restored, after its row. */
async function resolveRows(
  { db, engine, now }: ComparisonOptions,
  of: SettlementImport,
  unknown: readonly { readonly row: number }[],
): Promise<readonly string[]> {
  const rows = await readUnknown(
    { db, engine },
    of.id,
    unknown.map(({ row }) => row),
  )
  const entries = rows.map((row) => ({
    ...{ kind: row.kind, day: row.day },
    ...(row.provider_reference !== null && { providerReference: row.provider_reference }),
    ...(row.reference !== null && { reference: row.reference }),
    ...(row.other_names !== null && { otherNames: row.other_names.split(' ') }),
    ...amountOf(row),
  }))
  const subjects = await resolveEntries({ db, engine }, of, entries)
  for (const [at, subject] of subjects.entries()) {
    const found = rows[at]
    if (subject === undefined || found === undefined) continue
    await db
      .updateTable('settlement_rows')
      .set({ subject, result: null })
      .where('import_id', '=', of.id)
      .where('row', '=', found.row)
      .execute()
    await db
      .updateTable('reconciliation_cases')
      .set({ state: 'closed', closed_at: now(), finding: '' })
      .where('import_id', '=', of.id)
      .where('row', '=', found.row)
      .where('subject', 'is', null)
      .execute()
  }
  return subjects.filter((subject) => subject !== undefined)
}
