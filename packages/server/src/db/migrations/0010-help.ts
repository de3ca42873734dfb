import { type Kysely, sql } from 'kysely'
import type { Engine } from '../open.ts'
import { words } from './words.ts'

/** Whether answers help, and what was looked for in vain. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { int, strict } = words[engine]
  const statements = [
    `create table help_votes (
      article text not null,
      language text not null,
      kind text not null,
      count ${int} not null,
      primary key (article, language, kind)
    ) ${strict}`,
    `create table missed_searches (
      words text not null,
      language text not null,
      count ${int} not null,
      last_at ${int} not null,
      primary key (words, language)
    ) ${strict}`,
    `create index missed_searches_age on missed_searches (last_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
