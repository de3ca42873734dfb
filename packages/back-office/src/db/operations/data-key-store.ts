import type { DataKeys, PersonalKind } from '@nyanja/database/data-keys'
import { withoutTimeouts } from '@nyanja/database/transaction'
import { personalColumns } from '@nyanja/server/db/personal-columns'
import { type Kysely, sql } from 'kysely'
import type { Database, DatabaseHandle } from '../schema.ts'

/** The number of values that are encrypted with a key; without an id, with none. */
interface ValuesOfKey {
  readonly id: string | undefined
  readonly count: number
}

/** The keys of the personal columns. */
interface DataKeyRecords {
  /** The key that encrypts what is written now. When it is undefined, nothing is encrypted. */
  readonly current: string | undefined
  countValues(): Promise<readonly ValuesOfKey[]>
  /**
   * Re-encrypts every value of another key with the current one; without one, decrypts all. Returns the number of
   * values.
   */
  reencrypt(): Promise<number>
  /** Forgets a key that no value needs any more. */
  drop(id: string): Promise<'dropped' | 'in_use' | 'unknown'>
}

interface PersonalColumn {
  readonly table: string
  readonly column: string
  readonly kind: PersonalKind
}

const columns: readonly PersonalColumn[] = Object.entries(personalColumns).flatMap(([table, kinds]) =>
  Object.entries(kinds).map(([column, kind]) => ({ table, column, kind })),
)

const rowsAtOnce = 500

export function createDataKeyRecords({ db, engine }: DatabaseHandle, keys: DataKeys): DataKeyRecords {
  // Stored values are read as they are.
  const stored = db.withoutPlugins()
  const countUses = (id: string) => countRows(stored, (column) => sql<boolean>`${column} like ${`enc:%:${id}:%`}`)

  return {
    current: keys.currentId,

    // A count reads whole tables.
    countValues: () =>
      withoutTimeouts(async () => {
        const noted = await stored.selectFrom('data_keys').select('id').orderBy('id').execute()
        const ofKeys: ValuesOfKey[] = []
        for (const { id } of noted) ofKeys.push({ id, count: await countUses(id) })
        const plain = await countRows(stored, (column) => sql<boolean>`${column} <> '' and ${column} not like 'enc:%'`)
        return [...ofKeys, { id: undefined, count: plain }]
      }),

    async reencrypt() {
      let changed = 0
      for (const column of columns) changed += await reencryptColumn({ db: stored, engine }, column, keys)
      return changed
    },

    async drop(id) {
      if (id === keys.currentId || (await withoutTimeouts(() => countUses(id))) > 0) return 'in_use'
      const { numDeletedRows } = await stored.deleteFrom('data_keys').where('id', '=', id).executeTakeFirstOrThrow()
      return numDeletedRows === 1n ? 'dropped' : 'unknown'
    },
  }
}

type Condition = (column: ReturnType<typeof sql.ref>) => ReturnType<typeof sql<boolean>>

async function countRows(db: Kysely<Database>, condition: Condition): Promise<number> {
  let all = 0
  for (const { table, column } of columns) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${condition(sql.ref(column))}`.execute(db)
    all += Number(rows[0]?.count ?? 0)
  }
  return all
}

/** The place of a row in its table, which differs after PostgreSQL has changed it: the row is then up to date. */
const places = {
  sqlite: { column: sql.ref('rowid'), first: 0, ofParameter: (place: string | number) => sql`${place}` },
  postgres: { column: sql.ref('ctid'), first: '(0,0)', ofParameter: (place: string | number) => sql`${place}::tid` },
} as const

/**
 * Re-encrypts a column in small separate statements, so that no request waits; a row that has changed in between is
 * left as it is.
 */
async function reencryptColumn(
  { db, engine }: DatabaseHandle,
  { table, column, kind }: PersonalColumn,
  keys: DataKeys,
) {
  const place = places[engine]
  let changed = 0
  let last: string | number = place.first
  for (;;) {
    const { rows } = await sql<{ place: string | number; value: string }>`
      select ${engine === 'sqlite' ? place.column : sql`${place.column}::text`} as place, ${sql.ref(column)} as value
      from ${sql.table(table)}
      where ${place.column} > ${place.ofParameter(last)} and ${sql.ref(column)} <> ''
      order by ${place.column} limit ${rowsAtOnce}`.execute(db)
    for (const row of rows) {
      last = row.place
      if (keys.isOutdated(row.value)) changed += await rewrite(row)
    }
    if (rows.length < rowsAtOnce) return changed
  }

  async function rewrite(row: { readonly place: string | number; readonly value: string }): Promise<number> {
    const isThisRow = sql`${place.column} = ${place.ofParameter(row.place)} and ${sql.ref(column)} = ${row.value}`
    const written = keys.encrypt(kind, keys.decrypt(row.value))
    const update = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${written} where ${isThisRow}`
    if (!isKey(table)) return countAffected(await update.execute(db))
    // The same number may have a row in the current form already, which is the one in use.
    const isFree = sql`not exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${written})`
    const moved = countAffected(await sql`${update} and ${isFree}`.execute(db))
    return moved > 0 ? moved : countAffected(await sql`delete from ${sql.table(table)} where ${isThisRow}`.execute(db))
  }
}

const countAffected = ({ numAffectedRows = 0n }: { readonly numAffectedRows?: bigint }) => Number(numAffectedRows)

/** Tables whose personal column is their primary key. Their rows live for a day at most. */
const isKey = (table: string) => table === 'rate_counters' || table === 'prompted_wallets'
