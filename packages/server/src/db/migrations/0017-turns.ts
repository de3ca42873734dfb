import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** When those who serve one at a time may be asked again. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  await sql.raw(`create table turns (what text primary key, free_at ${int} not null) ${strict}`).execute(db)
}
