import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** What visitors ask others to pay, and which orders came of it. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    // No foreign key: an order that nobody paid is forgotten while others may still open its link.
    `create table pay_links (
      token text primary key,
      order_id text not null unique,
      msisdn text not null,
      line_type text not null,
      choice_json text not null,
      created_at ${int} not null,
      expires_at ${int} not null
    ) ${strict}`,
    `create index pay_links_age on pay_links (expires_at)`,
    `create index orders_pay_link on orders (pay_link) where pay_link is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
