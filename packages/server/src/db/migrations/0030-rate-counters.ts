import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** One table counts what is metered, in place of a table for messages with codes. Tries of secrets keep their own. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    `create table rate_counters (
      key text primary key,
      window_from ${int} not null,
      spent ${int} not null,
      spent_before ${int} not null,
      succeeded ${int} not null,
      succeeded_before ${int} not null
    ) ${strict}`,
    `create index rate_counters_window_from on rate_counters (window_from)`,
    `drop table code_budgets`,
    `alter table one_time_codes add column has_waited ${int} not null default 0 check (has_waited in (0, 1))`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
