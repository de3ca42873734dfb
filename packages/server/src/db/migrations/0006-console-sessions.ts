import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds who is signed in to the console, and what they searched for a short while ago. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const int = engine === 'sqlite' ? 'integer' : 'bigint'
  const strict = engine === 'sqlite' ? 'strict' : ''
  const statements = [
    `create table staff_sessions (
      digest text primary key,
      staff_id text not null,
      staff_name text not null,
      roles_json text not null,
      opened_at ${int} not null,
      seen_at ${int} not null
    ) ${strict}`,
    `create index staff_sessions_seen on staff_sessions (seen_at)`,

    `create table kept_searches (
      id text primary key,
      staff_id text not null,
      typed_json text not null,
      at ${int} not null
    ) ${strict}`,
    `create index kept_searches_at on kept_searches (at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
