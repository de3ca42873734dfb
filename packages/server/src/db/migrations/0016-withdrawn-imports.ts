import type { Engine } from '@nyanja/database/open'
import { type QueryExecutorProvider, sql } from 'kysely'

/** An import can be withdrawn; the same file may be imported again then. */
export async function up(db: QueryExecutorProvider, engine: Engine): Promise<void> {
  const int = engine === 'sqlite' ? 'integer' : 'bigint'
  for (const statement of [
    `alter table settlement_imports add column withdrawn_at ${int}`,
    `drop index settlement_imports_digest`,
    `create unique index settlement_imports_digest on settlement_imports (digest)
      where state = 'committed' and withdrawn_at is null`,
  ])
    await sql.raw(statement).execute(db)
}
