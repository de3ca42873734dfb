import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds acts that wait for a second person, and messages that staff show on every page. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const int = engine === 'sqlite' ? 'integer' : 'bigint'
  const strict = engine === 'sqlite' ? 'strict' : ''
  const statements = [
    `create table staff_requests (
      id text primary key,
      act text not null,
      subject text not null,
      reason text not null,
      state text not null check (state in ('open', 'approved', 'declined')),
      asked_by_id text not null,
      asked_by text not null,
      asked_at ${int} not null,
      decided_by text,
      decided_at ${int}
    ) ${strict}`,
    `create unique index staff_requests_open on staff_requests (act, subject) where state = 'open'`,
    `create index staff_requests_subject on staff_requests (subject)`,

    `create table incidents (
      id text primary key,
      texts_json text not null,
      shown_at ${int} not null,
      shown_by text not null,
      withdrawn_at ${int}
    ) ${strict}`,
    `create unique index incidents_shown on incidents ((withdrawn_at is null)) where withdrawn_at is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
