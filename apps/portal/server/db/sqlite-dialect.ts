import type { DatabaseSync } from 'node:sqlite'
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { SqliteDriver } from './sqlite-driver.ts'

export function createSqliteDialect(openFile: () => DatabaseSync, notice: (error: unknown) => void): Dialect {
  return {
    createDriver: () => new SqliteDriver(openFile, notice),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new QueueingSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Our driver queues by itself, because Kysely's queue would wait for ever before our guard of transactions is asked. */
class QueueingSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
