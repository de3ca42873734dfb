import { type Insertable, type Kysely, type OperationNodeSource, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { asWritten } from './personal-columns.ts'
import type { Database } from './schema.ts'
import { transaction } from './transaction.ts'

/** Rows of one table, in order. They name the same columns. */
export type Insertion = {
  [Table in keyof Database]: { readonly into: Table; readonly rows: readonly Insertable<Database[Table]>[] }
}[keyof Database]

/** A statement that returns a row for each one that it changed or added. */
interface Change extends OperationNodeSource {
  execute(): Promise<readonly unknown[]>
}

/** For `returning`: the caller needs no more than the number of rows. */
export const one = sql<number>`1`.as('one')

/** A number in a union has no column to take its type from. */
const valueIn = (isUnion: boolean) => (value: unknown) =>
  isUnion && typeof value === 'number' ? sql`cast(${value} as bigint)` : sql`${value ?? null}`

function insertion({ into, rows }: Insertion, when: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = Object.keys(rows[0] ?? {})
  const selects = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row))
    const written = columns.map((column) => asWritten(into, column, values.get(column)))
    return sql`select ${sql.join(written.map(valueIn(rows.length > 1)))} where ${when}`
  })
  return sql`insert into ${sql.table(into)} (${sql.join(columns.map((column) => sql.ref(column)))})
    ${sql.join(selects, sql` union all `)} on conflict do nothing`
}

/**
 * One change and the rows that it causes, all or nothing; false when the change found no row. A row that exists already
 * stays as it is. On PostgreSQL all of it is one statement, which commits itself outside a transaction; SQLite knows
 * none that changes several tables.
 */
export async function changeTogether(
  db: Kysely<Database>,
  change: (db: Kysely<Database>) => Change,
  causes: readonly Insertion[],
): Promise<boolean> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter))
    return db.isTransaction
      ? changeInTurn(db, change, causes)
      : transaction(db, (tx) => changeInTurn(tx, change, causes))
  const parts = causes.map(
    (cause, at) => sql`${sql.ref(`cause_${at}`)} as (${insertion(cause, sql`exists (select 1 from changed)`)})`,
  )
  const { rows } = await sql`
    with ${sql.join([sql`changed as (${change(db)})`, ...parts])} select 1 as one from changed`.execute(db)
  return rows.length > 0
}

async function changeInTurn(
  tx: Kysely<Database>,
  change: (db: Kysely<Database>) => Change,
  causes: readonly Insertion[],
): Promise<boolean> {
  if ((await change(tx).execute()).length === 0) return false
  await insertAll(tx, causes)
  return true
}

/** In the caller's transaction. */
export async function insertAll(tx: Kysely<Database>, insertions: readonly Insertion[]): Promise<void> {
  for (const each of insertions) await insertion(each, sql`true`).execute(tx)
}
