import { type QueryExecutorProvider, sql } from 'kysely'

/** Adds both values of figures that differ, and an index that finds repeated rows that name nothing of ours. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [
    `alter table reconciliation_cases add column figures_json text not null default '[]'`,
    `create index settlement_rows_unknown_name on settlement_rows (coalesce(provider_reference, reference))
      where subject is null and payout is not null`,
  ])
    await sql.raw(statement).execute(db)
}
