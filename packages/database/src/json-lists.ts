import { type RawBuilder, sql } from 'kysely'
import type { DatabaseHandle, Engine } from './open.ts'

/**
 * Tells whether a column has one of these values. The list is one parameter, so the text of the statement is the same
 * for any number of values: it is compiled and prepared once, and a thousand values cost no thousand parameters.
 */
export function isOneOf(engine: Engine, column: string, values: readonly (string | number)[]): RawBuilder<boolean> {
  const named = sql.ref(column)
  return engine === 'postgres'
    ? sql<boolean>`${named} = any(${values})`
    : sql<boolean>`${named} in (select value from json_each(${JSON.stringify(values)}))`
}

/** The columns in order, with their types. */
export type ColumnTypes<Row> = readonly (readonly [name: keyof Row & string, type: 'text' | 'bigint'])[]

const listOf = {
  sqlite: (json: string) => sql`json_each(${json})`,
  postgres: (json: string) => sql`jsonb_array_elements(${json}::jsonb) as list (value)`,
} as const satisfies Record<Engine, (json: string) => unknown>

/** Inserts many rows as one parameter, for the reason given at `isOneOf`. */
export async function insertList<Tables, Row>(
  { db, engine }: DatabaseHandle<Tables>,
  into: { readonly table: keyof Tables & string; readonly columns: ColumnTypes<Row> },
  rows: readonly Row[],
): Promise<void> {
  const json = JSON.stringify(rows.map((row) => into.columns.map(([name]) => row[name])))
  const values = into.columns.map(([, type], at) => {
    const value = sql`value ->> ${sql.lit(at)}`
    return engine === 'postgres' && type === 'bigint' ? sql`(${value})::bigint` : value
  })
  await sql`insert into ${sql.table(into.table)} (${sql.join(into.columns.map(([name]) => sql.ref(name)))})
    select ${sql.join(values)} from ${listOf[engine](json)}`.execute(db)
}
