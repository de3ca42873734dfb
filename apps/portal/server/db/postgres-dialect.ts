import { minute } from '@nyanja/domain/time'
import { type Dialect, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { Pool, types } from 'pg'
import { PostgresDriver, type PostgresPools, type PostgresWatching } from './postgres-driver.ts'
import { currentTimeouts, type Timeouts } from './timeouts.ts'

const connectionsOfPool = 10
const idleInTransactionMs = 10_000
const idleConnectionMs = 5 * minute

export function createPostgresDialect(url: string, watching: PostgresWatching): Dialect {
  return {
    createDriver: () => new PostgresDriver(() => openPools(url), watching),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/** Visitors have connections of their own: due work cannot hold them up, nor they due work. */
function openPools(url: string): PostgresPools {
  const pools = new Map<Timeouts, Pool>()
  return {
    pick() {
      const timeouts = currentTimeouts()
      const pool = pools.get(timeouts) ?? createPool(url, timeouts)
      pools.set(timeouts, pool)
      return pool
    },
    end: () => Promise.all([...pools.values()].map((pool) => pool.end())),
  }
}

function createPool(url: string, { connectMs, lockMs, statementMs, answerMs }: Timeouts): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'nyanja-portal',
    max: connectionsOfPool,
    keepAlive: true,
    // A busy server takes longer to open a connection than a visitor waits for it.
    idleTimeoutMillis: idleConnectionMs,
    connectionTimeoutMillis: connectMs,
    lock_timeout: lockMs,
    statement_timeout: statementMs,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    types: { getTypeParser: (oid) => exactNumbers[oid] ?? types.getTypeParser(oid) },
  })
  // The pool has dropped the broken connection; unheard, the event would end the process.
  pool.on('error', () => {})
  // The same of a connection that is in use: its user meets the error at the next statement.
  pool.on('connect', (client) => client.on('error', () => {}))
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
