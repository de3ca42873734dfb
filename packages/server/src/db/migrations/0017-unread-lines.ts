import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds the lines of a file that were not imported, by kind. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(`alter table settlement_imports add column unread_json text not null default '[]'`).execute(db)
}
