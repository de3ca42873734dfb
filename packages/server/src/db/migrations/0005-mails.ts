import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** Receipts by e-mail. The address stands with the attempt. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    `create table mails (
      id text primary key,
      attempt_id text not null references attempts (id),
      kind text not null,
      language text not null,
      params_json text not null,
      state text not null check (state in ('due', 'sent', 'failed')),
      tries ${int} not null default 0,
      created_at ${int} not null,
      next_check_at ${int},
      lease_until ${int} not null default 0,
      held_by ${int},
      unique (attempt_id, kind)
    ) ${strict}`,
    `create index mails_due on mails (next_check_at) where next_check_at is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
