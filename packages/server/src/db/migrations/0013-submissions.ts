import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** What people write to the operator. That it must be sent stands in the row itself, so that neither is there alone. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    `create table submissions (
      id text primary key,
      reference text not null unique,
      form text not null,
      channel text not null,
      language text not null,
      answers_json text not null,
      msisdn text not null,
      email text not null,
      digest text unique,
      at ${int} not null,
      state text not null check (state in ('due', 'sent', 'failed')),
      tries ${int} not null default 0,
      next_check_at ${int},
      lease_until ${int} not null default 0,
      held_by ${int},
      done_at ${int}
    ) ${strict}`,
    'create index submissions_due on submissions (next_check_at) where next_check_at is not null',
    'create index submissions_at on submissions (at)',
    'create index submissions_open on submissions (at) where done_at is null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
