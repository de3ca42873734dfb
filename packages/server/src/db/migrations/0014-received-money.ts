import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds what a provider received where that is not what was asked for, and refunds that wait for the BSS. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const int = engine === 'sqlite' ? 'integer' : 'bigint'
  const columns = [
    ...['received_minor', 'received_at', 'asked_minor'].map((name) => ['attempts', name, int]),
    ...['received_currency', 'asked_currency'].map((name) => ['attempts', name, 'text']),
    ...['excess_minor', 'refund_wanted_at'].map((name) => ['deliveries', name, int]),
    ['deliveries', 'excess_way', `text check (excess_way in ('refund', 'credit'))`],
  ]
  for (const [table, name, type] of columns)
    await sql.raw(`alter table ${table} add column ${name} ${type}`).execute(db)
}
