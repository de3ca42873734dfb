import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** Orders for internet at home, before they are handed in. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    `create table lead_drafts (
      id text primary key,
      version ${int} not null,
      channel text not null,
      language text not null,
      answers_json text not null,
      lead_json text,
      created_at ${int} not null,
      expires_at ${int} not null
    ) ${strict}`,
    // How many began lately, and which are over.
    `create index lead_drafts_begun on lead_drafts (created_at)`,
    `create index lead_drafts_age on lead_drafts (expires_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
