import type { OpenDatabase } from '../../apps/portal/server/db/open.ts'
import { runSql } from '../stage/raw-sql.ts'

const tables = ['orders', 'attempts', 'messages', 'one_time_codes'] as const

/** PostgreSQL quotes the row that it refuses. */
const refusalsOf = {
  postgres: (table: string) => `alter table ${table} add constraint full_${table} check (false) not valid`,
  sqlite: (table: string) =>
    `create trigger full_${table} before insert on ${table} begin select raise(abort, 'full'); end`,
} as const satisfies Record<OpenDatabase['engine'], (table: string) => string>

/** Makes the database refuse new rows, so that errors which nobody foresaw are logged. */
export async function sabotage(database: OpenDatabase): Promise<void> {
  for (const table of tables) await runSql(database, refusalsOf[database.engine](table))
}
