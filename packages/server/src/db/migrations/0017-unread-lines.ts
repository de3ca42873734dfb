import { type QueryExecutorProvider, sql } from 'kysely'

/** What of a file was not imported, by kind. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(`alter table settlement_imports add column unread_json text not null default '[]'`).execute(db)
}
