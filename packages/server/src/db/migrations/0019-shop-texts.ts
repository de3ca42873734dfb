import { type QueryExecutorProvider, sql } from 'kysely'

/** A release that knows no further texts of a shop leaves them empty. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(`alter table shops add column texts_json text not null default '{}'`).execute(db)
}
