import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Adds refunds of a part, airtime given as goodwill, closed coverage reports, and what calls and processes reported.
 */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const int = engine === 'sqlite' ? 'integer' : 'bigint'
  const strict = engine === 'sqlite' ? 'strict' : ''
  const statements = [
    // Null means the whole amount.
    `alter table refunds add column amount_minor ${int} check (amount_minor > 0)`,
    // The amount is set for acts that are about one.
    `alter table staff_requests add column amount_minor ${int} check (amount_minor > 0)`,
    `alter table staff_requests add column currency text`,

    // There is one credit for each payment: the BSS knows it by a name that follows from the payment's.
    `create table credits (
      attempt_id text primary key references attempts (id),
      amount_minor ${int} not null check (amount_minor > 0),
      currency text not null,
      state text not null check (state in ('due', 'sending', 'delivered', 'impossible')),
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
    `create index credits_due on credits (next_check_at) where next_check_at is not null`,
    `create index credits_bss on credits (bss_reference) where bss_reference is not null`,
    `create index credits_decided on credits (decided_at) where decided_at is not null`,

    // The call to a provider or the BSS whose answer caused the event, and the last call without a decision.
    `alter table events add column call_json text`,
    ...['attempts', 'deliveries', 'refunds'].map((table) => `alter table ${table} add column last_call_json text`),

    `alter table coverage_reports add column closed_at ${int}`,

    // Facts that only the reporting process can know, and the full copies of the database, reported by their tools.
    `create table node_reports (
      node ${int} primary key,
      at ${int} not null,
      circuits_json text not null,
      files_json text not null
    ) ${strict}`,
    `create table backups (made_at ${int} primary key) ${strict}`,

    `insert into legal_moves values ('credit', 'none', 'due'), ('credit', 'due', 'sending'),
      ('credit', 'due', 'impossible'), ('credit', 'due', 'delivered'), ('credit', 'sending', 'delivered'),
      ('credit', 'sending', 'impossible'), ('credit', 'sending', 'due'), ('credit', 'impossible', 'due')`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
