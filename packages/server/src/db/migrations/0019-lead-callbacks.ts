import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** When the BSS last said that an order has changed, and under what id it keeps us to say so. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    `alter table leads add column heard_at ${int}`,
    `create table bss_listeners (
      what text primary key,
      address_hash text not null,
      listener_id text,
      tries ${int} not null default 0,
      next_check_at ${int} not null
    ) ${strict}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
