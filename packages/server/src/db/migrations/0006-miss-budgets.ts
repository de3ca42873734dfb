import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** How often clients of the JSON door have named numbers that are nobody's. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  await sql
    .raw(`create table miss_budgets (client text primary key, whole_again_at ${int} not null) ${strict}`)
    .execute(db)
}
