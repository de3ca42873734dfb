import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds goods of refunded payments that are taken from the line again. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const int = engine === 'sqlite' ? 'integer' : 'bigint'
  const strict = engine === 'sqlite' ? 'strict' : ''
  const statements = [
    // There is one takeback for each payment: the BSS knows it by a name that follows from the payment's.
    `create table takebacks (
      attempt_id text primary key references attempts (id),
      amount_minor ${int} not null check (amount_minor > 0),
      currency text not null,
      state text not null check (state in ('asked', 'due', 'sending', 'delivered', 'impossible')),
      -- What the line had before.
      balance_minor ${int},
      balance_at ${int},
      bss_reference text,
      reason text,
      sends ${int} not null default 0,
      reads ${int} not null default 0,
      created_at ${int} not null,
      sent_at ${int},
      decided_at ${int},
      next_check_at ${int},
      lease_until ${int} not null default 0,
      held_by ${int},
      last_call_json text
    ) ${strict}`,
    `create index takebacks_due on takebacks (next_check_at) where next_check_at is not null`,

    `insert into legal_moves values ('takeback', 'none', 'asked'), ('takeback', 'asked', 'due'),
      ('takeback', 'asked', 'impossible'), ('takeback', 'due', 'sending'), ('takeback', 'due', 'impossible'),
      ('takeback', 'due', 'delivered'), ('takeback', 'sending', 'delivered'), ('takeback', 'sending', 'impossible'),
      ('takeback', 'sending', 'due'), ('takeback', 'impossible', 'asked')`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
