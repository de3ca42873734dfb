import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** What an order for internet at home pays for the connection, as it was shown. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int } = words[engine]
  await sql.raw(`alter table leads add column fee_minor ${int} check (fee_minor >= 0)`).execute(db)
}
