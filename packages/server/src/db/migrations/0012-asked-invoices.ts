import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** Invoices that somebody was asked to pay, and by which order, so that two payers are held apart. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    // No foreign key: an order may be forgotten first.
    `create table asked_invoices (
      account text not null,
      bill_id text not null,
      order_id text not null,
      asked_at ${int} not null,
      primary key (account, bill_id)
    ) ${strict}`,
    `create index asked_invoices_age on asked_invoices (asked_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
