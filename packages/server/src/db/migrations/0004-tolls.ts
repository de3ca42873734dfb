import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** Work and waiting that have counted once. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    `create table paid_tolls (
      key text primary key,
      means text not null check (means in ('work', 'wait')),
      at ${int} not null
    ) ${strict}`,
    `create index paid_tolls_at on paid_tolls (at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
