import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds reminders that customers asked for, with their consent. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const int = engine === 'sqlite' ? 'integer' : 'bigint'
  const strict = engine === 'sqlite' ? 'strict' : ''
  const statements = [
    `create table reminders (
      id text primary key,
      -- The payment that is to be repeated, or whose goods end.
      attempt_id text not null unique references attempts (id),
      rule text not null check (rule in ('before_end', 'bill_due', 'weekly', 'monthly', 'pay_day')),
      way text not null check (way in ('sms', 'push')),
      msisdn text not null,
      language text not null,
      consent text not null,
      consented_at ${int} not null,
      seen_minor ${int} not null,
      currency text not null,
      -- The number of the next reminder, from 1.
      turn ${int} not null default 1,
      ends_at ${int},
      state text not null check (state in ('active', 'done', 'stopped')),
      closed_at ${int},
      next_check_at ${int},
      lease_until ${int} not null default 0,
      held_by ${int}
    ) ${strict}`,
    `create index reminders_due on reminders (next_check_at) where next_check_at is not null`,
    `create index reminders_closed on reminders (closed_at) where closed_at is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
