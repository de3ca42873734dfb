import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'

/** Prefixes are looked up by code points, whatever language the server was set up for. */
const byCodePoint = { sqlite: '', postgres: 'collate "C"' } as const satisfies Record<Engine, string>

/** Names and addresses of shops in the market's other language, and a second name by which they are found. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const statements = [
    `alter table shops add column translations_json text not null default '{}'`,
    `alter table shops add column translated_key text ${byCodePoint[engine]} not null default ''`,
    `create index shops_translated on shops (kind, translated_key) where translated_key <> ''`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
