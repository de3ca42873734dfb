import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds what was found when closed days and bank statements were added up again. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const int = engine === 'sqlite' ? 'integer' : 'bigint'
  const strict = engine === 'sqlite' ? 'strict' : ''
  const statements = [
    `create table close_checks (
      day text primary key references closed_days (day),
      outcome text not null check (outcome in ('same', 'differs')),
      digest text not null,
      checked_at ${int} not null
    ) ${strict}`,

    // The opening balance, entries and closing balance that a statement reports of its account, in minor units.
    `create table statement_balances (
      import_id ${int} not null references settlement_imports (id),
      statement ${int} not null,
      account text not null,
      currency text not null,
      day text not null,
      opening_minor ${int} not null,
      moved_minor ${int} not null,
      closing_minor ${int} not null,
      primary key (import_id, statement)
    ) ${strict}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
