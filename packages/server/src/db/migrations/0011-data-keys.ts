import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds the keys with which rows are encrypted, each with a text that it must decrypt. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const strict = engine === 'sqlite' ? 'strict' : ''
  await sql.raw(`create table data_keys (id text primary key, sample text not null) ${strict}`).execute(db)
}
