import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** When the database may have lost what it knew, on which server it is, and what others know in its place. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    `create table recoveries (
      at ${int} primary key,
      since ${int} not null,
      reason text not null,
      who text not null,
      journal_read_at ${int}
    ) ${strict}`,

    `create table database_servers (
      what text primary key,
      identity text not null
    ) ${strict}`,

    // Listed until a person closes it, and kept so that it is not listed again.
    `create table unknown_payments (
      gateway text not null,
      reference text not null,
      source text not null,
      calls text not null,
      amount_minor ${int},
      currency text,
      found text not null,
      at ${int} not null,
      created_at ${int} not null,
      closed_at ${int},
      primary key (reference, gateway)
    ) ${strict}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
