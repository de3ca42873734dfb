import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds what a provider received where that is not what was asked for, and refunds that wait for the BSS. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const int = engine === 'sqlite' ? 'integer' : 'bigint'
  const statements = [
    `alter table attempts add column received_minor ${int}`,
    `alter table attempts add column received_at ${int}`,
    `alter table attempts add column asked_minor ${int}`,
    `alter table attempts add column received_currency text`,
    `alter table attempts add column asked_currency text`,
    `alter table deliveries add column excess_minor ${int}`,
    `alter table deliveries add column refund_wanted_at ${int}`,
    `alter table deliveries add column excess_way text check (excess_way in ('refund', 'credit'))`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
