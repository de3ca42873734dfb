import { createHash } from 'node:crypto'
import { setImmediate as letOthersThrough } from 'node:timers/promises'
import { transaction } from '@nyanja/database/transaction'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CallSlots } from '../../places/addresses.ts'
import type { CoverageReportStore } from '../../places/coverage-reports.ts'
import type { PlaceStore } from '../../places/place-register.ts'
import type { PlaceTableName, PlaceTables } from '../../places/place-source.ts'
import type { Database } from '../schema.ts'
import { columnsOf, toDistrict, toTown } from './rows.ts'

/** A number of rows per statement that both engines accept. */
const rowsAtOnce = 500
const rowsReadAtOnce = 5000

type Row = Readonly<Record<string, string | number>> & { readonly id: string; readonly row_hash: string }
type AnyTable = Record<PlaceTableName, Row>

export function createPlaceStore(db: Kysely<Database>, now: () => number): PlaceStore {
  return {
    async kept(table) {
      const row = await db.selectFrom('place_tables').selectAll().where('name', '=', table).executeTakeFirst()
      return row && { version: row.version, changedAt: row.changed_at }
    },

    async keep(table, rows, version) {
      const wanted = await toKeep(table, rows)
      return transaction(db, async (tx) => {
        if ((await nextVersion(tx, table)) === version) return 0
        const changed = await bringInLine(tx, table, wanted)
        await tx.updateTable('place_tables').set({ version, changed_at: now() }).where('name', '=', table).execute()
        return changed
      })
    },

    async districts() {
      return (await db.selectFrom('districts').selectAll().orderBy('name').execute()).map(toDistrict)
    },

    async towns() {
      return (await db.selectFrom('towns').selectAll().orderBy('id').execute()).map(toTown)
    },
  }
}

/** A large table takes seconds, so the event loop is yielded between parts. */
async function toKeep<Name extends PlaceTableName>(table: Name, rows: readonly PlaceTables[Name][]): Promise<Row[]> {
  const wanted: Row[] = []
  for (const part of inParts(rows)) {
    wanted.push(...part.map((row) => withHash(columnsOf[table](row))))
    await letOthersThrough()
  }
  return wanted
}

/** Several processes notice an edit at once: each waits for the one before it and sees its rows. */
async function nextVersion(tx: Transaction<Database>, name: PlaceTableName): Promise<string> {
  const { version } = await tx
    .insertInto('place_tables')
    .values({ name, version: '', changed_at: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

function withHash(columns: Readonly<Record<string, string | number>>): Row {
  const row_hash = createHash('sha256').update(JSON.stringify(columns)).digest('base64url').slice(0, 16)
  return { ...columns, id: String(columns.id), row_hash }
}

/** Changes only differing rows: one more row in a large table is a single statement. */
async function bringInLine(tx: Transaction<Database>, table: PlaceTableName, wanted: readonly Row[]): Promise<number> {
  const tables = tx.withTables<AnyTable>()
  const hashes = await hashesHeld(tx, table)
  const added = wanted.filter(({ id, row_hash }) => hashes.get(id) !== row_hash)
  const staying = new Set(wanted.map(({ id }) => id))
  const gone = [...hashes.keys()].filter((id) => !staying.has(id))
  const replaced = added.map(({ id }) => id).filter((id) => hashes.has(id))

  for (const ids of inParts([...gone, ...replaced])) {
    await tables.deleteFrom(table).where('id', 'in', ids).execute()
    await letOthersThrough()
  }
  for (const rows of inParts(inPlaceOrder(added))) {
    await tables.insertInto(table).values(rows).execute()
    await letOthersThrough()
  }
  return gone.length + added.length
}

async function hashesHeld(tx: Transaction<Database>, table: PlaceTableName): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  const inOrder = tx
    .withTables<AnyTable>()
    .selectFrom(table)
    .select(['id', 'row_hash'])
    .orderBy('id')
    .limit(rowsReadAtOnce)
  for (let last: string | undefined = ''; last !== undefined; ) {
    const rows = await inOrder.where('id', '>', last).execute()
    for (const { id, row_hash } of rows) hashes.set(id, row_hash)
    last = rows.at(-1)?.id
    await letOthersThrough()
  }
  return hashes
}

/** Places that are close on the map are stored next to each other, because they are queried together. */
function inPlaceOrder(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => Number(one.cell ?? 0) - Number(other.cell ?? 0))
}

function inParts<Thing>(things: readonly Thing[]): Thing[][] {
  return Array.from({ length: Math.ceil(things.length / rowsAtOnce) }, (_, part) =>
    things.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce),
  )
}

export function createCallSlotStore(db: Kysely<Database>): CallSlots {
  return {
    async book(what, { at, everyMs, latest }) {
      const free = sql<number>`case when call_slots.free_at < ${at} then ${at} else call_slots.free_at end`
      const booked = await db
        .insertInto('call_slots')
        .values({ what, free_at: at + everyMs })
        .onConflict((conflict) =>
          conflict
            .column('what')
            .doUpdateSet({ free_at: sql`${free} + ${everyMs}` })
            .where('call_slots.free_at', '<=', latest),
        )
        .returning('free_at')
        .executeTakeFirst()
      return booked && booked.free_at - everyMs
    },
  }
}

export function createCoverageReportStore(db: Kysely<Database>): CoverageReportStore {
  return {
    // Two concurrent reports may both count as the last one stored, which is harmless.
    async keep({ latHundredths, lngHundredths, ...report }, { since, fromOnePlace, altogether }) {
      const here = { lat_hundredths: latHundredths, lng_hundredths: lngHundredths }
      const { all, fromHere } = await db
        .selectFrom('coverage_reports')
        .select(({ fn }) => [
          fn.countAll<number>().as('all'),
          fn
            .countAll<number>()
            .filterWhere((row) => row.and(here))
            .as('fromHere'),
        ])
        .where('at', '>', since)
        .executeTakeFirstOrThrow()
      if (all >= altogether || fromHere >= fromOnePlace) return false
      await db
        .insertInto('coverage_reports')
        .values({ ...report, ...here })
        .execute()
      return true
    },
  }
}
