import { type Kysely, sql } from 'kysely'
import { otpPurposes } from '../../otp/one-time-code.ts'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** SQLite cannot take `not null` off a column, so there the table is made anew. Nothing refers to it. */
const looserMessages = {
  sqlite: [
    `alter table messages rename to messages_of_payments`,
    `create table messages (
      id text primary key,
      attempt_id text references attempts (id),
      kind text not null,
      msisdn text not null,
      language text not null,
      params_json text not null,
      state text not null check (state in ('due', 'sent', 'failed')),
      tries integer not null default 0,
      created_at integer not null,
      next_check_at integer,
      lease_until integer not null default 0,
      held_by integer,
      expires_at integer,
      unique (attempt_id, kind)
    ) strict`,
    `insert into messages select id, attempt_id, kind, msisdn, language, params_json, state, tries, created_at,
      next_check_at, lease_until, held_by, null from messages_of_payments`,
    `drop table messages_of_payments`,
    `create index messages_due on messages (next_check_at) where next_check_at is not null`,
  ],
  postgres: [
    `alter table messages alter column attempt_id drop not null`,
    `alter table messages add column expires_at bigint`,
  ],
} as const satisfies Record<Engine, readonly string[]>

function statements({ int, strict }: (typeof words)[Engine]): string[] {
  return [
    `create table one_time_codes (
      id text primary key,
      purpose text not null check (purpose in (${otpPurposes.map((purpose) => `'${purpose}'`).join(', ')})),
      msisdn text not null,
      subject text not null,
      payer text not null,
      channel text not null,
      language text not null,
      digest text not null,
      message_id text not null,
      sends ${int} not null,
      tries ${int} not null default 0,
      created_at ${int} not null,
      sent_at ${int} not null,
      expires_at ${int} not null,
      verified_at ${int},
      proof_digest text unique,
      proof_expires_at ${int},
      consumed_at ${int},
      wallet_ref text,
      sealed_consent text
    ) ${strict}`,
    `create index one_time_codes_number on one_time_codes (msisdn, sent_at)`,
    `create index one_time_codes_sent on one_time_codes (sent_at)`,

    // What was spent in the hour that `hour_from` begins. Its rows are what parallel askings wait for.
    `create table code_budgets (
      key text primary key,
      hour_from ${int} not null,
      spent ${int} not null
    ) ${strict}`,
    `create index code_budgets_hour on code_budgets (hour_from)`,
  ]
}

/** One-time codes, and messages that speak of no payment and go stale. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of [...looserMessages[engine], ...statements(words[engine])])
    await sql.raw(statement).execute(db)
}
