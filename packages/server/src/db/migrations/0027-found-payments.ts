import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'

const columns = `id, purpose, msisdn, subject, payer, channel, language, digest, message_id, sends, tries, created_at,
  sent_at, expires_at, verified_at, proof_digest, proof_expires_at, consumed_at, wallet_ref, sealed_consent`

/** SQLite cannot take a check off a column, so there the table is made anew. Nothing refers to it. */
const anyPurpose = {
  sqlite: [
    `alter table one_time_codes rename to earlier_codes`,
    `create table one_time_codes (
      id text primary key,
      purpose text not null,
      msisdn text not null,
      subject text not null,
      payer text not null,
      channel text not null,
      language text not null,
      digest text not null,
      message_id text not null,
      sends integer not null,
      tries integer not null default 0,
      created_at integer not null,
      sent_at integer not null,
      expires_at integer not null,
      verified_at integer,
      proof_digest text unique,
      proof_expires_at integer,
      consumed_at integer,
      wallet_ref text,
      sealed_consent text
    ) strict`,
    `insert into one_time_codes (${columns}) select ${columns} from earlier_codes`,
    `drop table earlier_codes`,
    `create index one_time_codes_number on one_time_codes (msisdn, sent_at)`,
    `create index one_time_codes_sent on one_time_codes (sent_at)`,
  ],
  postgres: [`alter table one_time_codes drop constraint if exists one_time_codes_purpose_check`],
} as const satisfies Record<Engine, readonly string[]>

/** Codes have a further purpose, which a database made before would refuse: the list of purposes stands in code alone. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of anyPurpose[engine]) await sql.raw(statement).execute(db)
}
