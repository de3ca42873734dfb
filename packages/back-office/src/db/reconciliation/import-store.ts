import { insertList } from '@nyanja/database/json-lists'
import { transaction } from '@nyanja/database/transaction'
import { day as dayMs } from '@nyanja/domain/time'
import type { Kysely } from 'kysely'
import type { SettlementImportStore } from '../../reconciliation/settlement-store.ts'
import type { Database, DatabaseHandle } from '../schema.ts'
import { resolveEntries } from './resolve-entries.ts'
import { importFrom, importsInUse, rowTypes, toRow } from './rows.ts'
import { addBalances } from './statement-balances.ts'
import { withdrawImport } from './withdraw-import.ts'

/** The time longer than any import takes: an older one was interrupted. */
const abandonedAfterMs = dayMs / 4
/** The rows of one statement, few so that others wait briefly on SQLite. */
const batchSize = 2000

async function removeStaged(db: Kysely<Database>, importId: number): Promise<void> {
  const staged = await db
    .selectFrom('settlement_imports')
    .select('id')
    .where('id', '=', importId)
    .where('state', '=', 'staging')
    .executeTakeFirst()
  if (staged === undefined) return
  await removeRows(db, importId)
  await db.deleteFrom('settlement_imports').where('id', '=', importId).where('state', '=', 'staging').execute()
}

/** Removes the rows in batches, so that others wait briefly. */
export async function removeRows(db: Kysely<Database>, importId: number): Promise<void> {
  for (;;) {
    const last = await db
      .selectFrom('settlement_rows')
      .select('row')
      .where('import_id', '=', importId)
      .orderBy('row')
      .offset(batchSize - 1)
      .limit(1)
      .executeTakeFirst()
    let rows = db.deleteFrom('settlement_rows').where('import_id', '=', importId)
    if (last !== undefined) rows = rows.where('row', '<=', last.row)
    await rows.execute()
    if (last === undefined) break
  }
  await db.deleteFrom('statement_balances').where('import_id', '=', importId).execute()
}

async function removeAbandoned(db: Kysely<Database>, before: number): Promise<void> {
  const abandoned = await db
    .selectFrom('settlement_imports')
    .select('id')
    .where('state', '=', 'staging')
    .where('imported_at', '<', before)
    .execute()
  for (const { id } of abandoned) await removeStaged(db, id)
}

export function createSettlementImportStore(source: DatabaseHandle, now: () => number): SettlementImportStore {
  const { db } = source
  const committed = (from: Kysely<Database>) =>
    from.selectFrom('settlement_imports').selectAll().where('state', '=', 'committed')

  return {
    async findByDigest(digest) {
      const row = await importsInUse(db).where('digest', '=', digest).executeTakeFirst()
      return row && importFrom(row)
    },

    async begin(terms, { name, by }) {
      await removeAbandoned(db, now() - abandonedAfterMs)
      const { id } = await db
        .insertInto('settlement_imports')
        .values({
          ...{ counterpart: terms.counterpart, source: terms.source, format: terms.format },
          ...{ file_name: name.slice(0, 200), digest: '', state: 'staging' },
          gateways_json: JSON.stringify(terms.gateways),
          late_after_days: terms.lateAfterDays,
          ...{ imported_by: by, imported_at: now() },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    resolve: (terms, entries) => resolveEntries(source, terms, entries),

    async add(importId, entries) {
      const rows = entries.map((entry) => toRow(importId, entry))
      await insertList(source, { table: 'settlement_rows', columns: rowTypes }, rows)
    },

    addBalances: (importId, balances) => addBalances(db, importId, balances),

    async commit(importId, digest, { days, rows, unread, isComplete }) {
      const update = db
        .updateTable('settlement_imports')
        .set({ state: 'committed', digest, row_count: rows, imported_at: now(), is_complete: isComplete ? 1 : 0 })
        .set({ unread_json: JSON.stringify(unread) })
        .set({ from_day: days?.fromDay ?? null, until_day: days?.untilDay ?? null })
        .where('id', '=', importId)
      const refused = await update.execute().then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      if (refused === undefined) return { outcome: 'committed' }
      // The unique index decides between two imports of the same content.
      const first = await importsInUse(db).where('digest', '=', digest).executeTakeFirst()
      if (first === undefined) throw refused.error
      return { outcome: 'imported_before', first: importFrom(first) }
    },

    discard: (importId) => removeStaged(db, importId),

    withdraw: (importId, by) => transaction(db, (tx) => withdrawImport(tx, importId, { at: now(), by })),

    async list(limit) {
      const rows = await committed(db).orderBy('id', 'desc').limit(limit).execute()
      return rows.map(importFrom)
    },

    async find(importId) {
      const row = await committed(db).where('id', '=', importId).executeTakeFirst()
      return row && importFrom(row)
    },

    async summary(importId) {
      const rows = await db
        .selectFrom('settlement_rows')
        .select(['kind', 'result'])
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('import_id', '=', importId)
        .groupBy(['kind', 'result'])
        .orderBy('kind')
        .execute()
      return rows.map(({ kind, result, rows: count }) => ({ kind, result: result ?? undefined, rows: Number(count) }))
    },
  }
}
