// @ts-nocheck
import {
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { Pool, types } from 'pg'
import { assertOutsideTransaction } from './transaction.ts'

const statementTimeoutMs = 10_000

export function createPostgresDialect(url: string): Dialect {
  return {
    createDriver: () => new GuardedPostgresDriver({ pool: createPool(url) }),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

class GuardedPostgresDriver extends PostgresDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    assertOutsideTransaction()
    return super.acquireConnection()
  }
}

function createPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'nyanja-portal',
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    types: { getTypeParser: (oid) => exactNumbers[oid] ?? types.getTypeParser(oid) },
  })
  // The pool has dropped the broken connection; unheard, the event would end the process.
  pool.on('error', () => {})
  return pool
}

/** pg gives these as text; SQLite gives numbers. `sum()` of a bigint column is numeric. */
const exactNumbers: Readonly<Record<number, (text: string) => number>> = {
  [types.builtins.INT8]: exactNumber,
  [types.builtins.NUMERIC]: exactNumber,
}

function exactNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new RangeError('A number is too large to be exact')
  return number
}
