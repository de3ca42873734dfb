import {
  type Insertable,
  type Kysely,
  type OperationNodeSource,
  PostgresAdapter,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { ColumnValue } from './personal-columns.ts'
import { ownCommit } from './postgres-driver.ts'
import { transaction } from './transaction.ts'

interface RowsOf<Tables, Table extends keyof Tables> {
  readonly into: Table
  /** The rows in order. They name the same columns. */
  readonly rows: readonly Insertable<Tables[Table]>[]
  /** Whether a row that exists already stays as it is; otherwise it is an error. */
  readonly mayExist?: true
}

export type InsertionInto<Tables> = {
  [Table in keyof Tables & string]: RowsOf<Tables, Table>
}[keyof Tables & string]

/** A statement that changes nothing unless `when` holds. */
type Cause<Tables> = InsertionInto<Tables> | ((db: Kysely<Tables>, when: RawBuilder<SqlBool>) => OperationNodeSource)

/**
 * A compare-and-set, or an insert that may find its row: it returns a row when it changed something. With a guard it
 * changes nothing unless `guarded` holds.
 */
export type Change<Tables> = (db: Kysely<Tables>, guarded: RawBuilder<SqlBool>) => OperationNodeSource

/** The column for `returning` where only the number of rows is needed. */
export const one = sql<number>`1`.as('one')

/** A number in a union has no column to take its type from. */
const valueIn = (isUnion: boolean) => (value: unknown) =>
  isUnion && typeof value === 'number' ? sql`cast(${value} as bigint)` : sql`${value ?? null}`

function insertion<Tables>(
  { into, rows, mayExist }: InsertionInto<Tables>,
  when: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const columns = Object.keys(rows[0] ?? {})
  const selects = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row))
    const written = columns.map((column) => valueOfColumn(into, column, values.get(column)))
    return sql`select ${sql.join(written.map(valueIn(rows.length > 1)))} where ${when}`
  })
  return sql`insert into ${sql.table(into)} (${sql.join(columns.map((column) => sql.ref(column)))})
    ${sql.join(selects, sql` union all `)} ${mayExist ? sql`on conflict do nothing` : sql``}`
}

/** Names the column of a value, because the compiler sees no insert here. */
const valueOfColumn = (table: string, column: string, value: unknown): unknown =>
  typeof value === 'string' ? new ColumnValue(table, column, value) : value

function statementOf<Tables>(db: Kysely<Tables>, cause: Cause<Tables>, when: RawBuilder<SqlBool>): OperationNodeSource {
  return typeof cause === 'function' ? cause(db, when) : insertion(cause, when)
}

/**
 * Makes one change and what it causes, all or nothing: false when the change found no row. On PostgreSQL all of it is
 * one statement, which commits itself outside a transaction; SQLite has no statement that changes several tables.
 */
export async function changeTogether<Tables>(
  db: Kysely<Tables>,
  change: Change<Tables>,
  causes: readonly Cause<Tables>[],
): Promise<boolean> {
  return (await run(db, { change, causes, read: 0 })).length > 0
}

/**
 * Works like `changeTogether`, but does nothing unless `guard`, which is a compare-and-set too, has changed its row
 * before.
 */
export async function changeGuarded<Tables>(
  db: Kysely<Tables>,
  guard: (db: Kysely<Tables>) => OperationNodeSource,
  { change, causes }: Pick<Together<Tables>, 'change' | 'causes'>,
): Promise<boolean> {
  return (await run(db, { guard, change, causes, read: 0 })).length > 0
}

/** Works like `changeTogether`, and returns the rows that the last cause changed. */
export async function changeAndRead<Row, Tables>(
  db: Kysely<Tables>,
  change: Change<Tables>,
  causes: readonly Cause<Tables>[],
): Promise<readonly Row[]> {
  return run<Row, Tables>(db, { change, causes, read: causes.length })
}

interface Together<Tables> {
  readonly guard?: (db: Kysely<Tables>) => OperationNodeSource
  readonly change: Change<Tables>
  readonly causes: readonly Cause<Tables>[]
  /** The index of the one, among the change and its causes, whose rows are returned. */
  readonly read: number
}

async function run<Row, Tables>(db: Kysely<Tables>, together: Together<Tables>): Promise<readonly Row[]> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter))
    return db.isTransaction ? runInOrder(db, together) : transaction(db, (tx) => runInOrder<Row, Tables>(tx, together))
  const { guard, change, causes, read } = together
  const name = (at: number) => sql.ref(`part_${at}`)
  const guarded = guard === undefined ? sql<SqlBool>`true` : sql<SqlBool>`exists (table guard)`
  const happened = sql<SqlBool>`exists (table ${name(0)})`
  const statements = [change(db, guarded), ...causes.map((cause) => statementOf(db, cause, happened))]
  const parts = statements.map((statement, at) => sql`${name(at)} as (${statement})`)
  const all = sql`with ${sql.join(guard === undefined ? parts : [sql`guard as (${guard(db)})`, ...parts])}`
  if (db.isTransaction) return (await sql<Row>`${all} table ${name(read)}`.execute(db)).rows
  const { rows } = await sql<Row & { readonly is_read: true | null }>`${all}
    select changed.*, part.* from (select ${ownCommit} from ${name(0)} limit 1) as changed
    left join (select true as is_read, * from ${name(read)}) as part on true`.execute(db)
  return rows.filter(({ is_read }) => is_read === true)
}

async function runInOrder<Row, Tables>(
  tx: Kysely<Tables>,
  { guard, change, causes, read }: Together<Tables>,
): Promise<readonly Row[]> {
  if (guard !== undefined && (await sql`${guard(tx)}`.execute(tx)).rows.length === 0) return []
  const results = [await sql<Row>`${change(tx, sql`true`)}`.execute(tx)]
  if (results[0]?.rows.length === 0) return []
  for (const cause of causes) results.push(await sql<Row>`${statementOf(tx, cause, sql`true`)}`.execute(tx))
  return results[read]?.rows ?? []
}

/** Inserts the rows in the caller's transaction. */
export async function insertAll<Tables>(
  tx: Kysely<Tables>,
  insertions: readonly InsertionInto<Tables>[],
): Promise<void> {
  for (const each of insertions) await insertion(each, sql`true`).execute(tx)
}
