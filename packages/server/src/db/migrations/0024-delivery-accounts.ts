import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'

const accountOf = {
  sqlite: `json_extract(bill_json, '$.account')`,
  postgres: `bill_json::json ->> 'account'`,
} as const satisfies Record<Engine, string>

/** On which account money lands, so that a bill is read less what billing has not posted yet. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const statements = [
    `alter table deliveries add column account text`,
    `update deliveries set account = ${accountOf[engine]} where bill_json is not null and state in ('due', 'sending')`,
    `create index deliveries_account on deliveries (account) where account is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
