import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { isBusy, namedSqliteFailure } from './sqlite-failure.ts'
import { currentTimeouts } from './timeouts.ts'

const maxCachedStatements = 500
const busyRetryMs = 10
const busyDeadlineMs = 5_000

interface Prepared {
  readonly statement: StatementSync
  readonly givesRows: boolean
}

export class SqliteConnection implements DatabaseConnection {
  readonly #file: DatabaseSync
  readonly #notice: (error: unknown) => void
  readonly #prepared = new Map<string, Prepared>()

  /** Is told of every error as it came. */
  constructor(file: DatabaseSync, notice: (error: unknown) => void = () => {}) {
    this.#file = file
    this.#notice = notice
  }

  /** Waits for another process' write without holding up the event loop. */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters.map(toSqlite)
    const { statementMs } = currentTimeouts()
    const giveUpAt = performance.now() + Math.min(busyDeadlineMs, statementMs || busyDeadlineMs)
    for (;;) {
      try {
        return this.#run<R>(this.#prepare(sql), values)
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw this.#named(error)
      }
      await sleep(busyRetryMs)
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method, and nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported')
  }

  #named(error: unknown): unknown {
    this.#notice(error)
    return namedSqliteFailure(this.#file.location() ?? ':memory:', error)
  }

  #run<R>({ statement, givesRows }: Prepared, values: SQLInputValue[]): QueryResult<R> {
    if (givesRows) return { rows: rowsOf<R>(statement, values) }
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known

    const statement = this.#file.prepare(sql)
    const prepared = { statement, givesRows: statement.columns().length > 0 }
    const [oldest] = this.#prepared.keys()
    if (this.#prepared.size >= maxCachedStatements && oldest !== undefined) this.#prepared.delete(oldest)
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

// The caller's query promises the type of its rows; the database cannot.
function rowsOf<R>(statement: StatementSync, values: SQLInputValue[]): R[]
function rowsOf(statement: StatementSync, values: SQLInputValue[]): unknown[] {
  return statement.all(...values)
}

/** The values that both engines store alike. SQLite would take a Date as named parameters and NaN as null, silently. */
function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'string' || typeof value === 'bigint' || value === null) return value
  if (value instanceof Uint8Array) return value
  // A plain number would be bound as a float, and stored as `1.0` in a text column.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isFinite(value) && !Number.isInteger(value)) return value
  throw new TypeError(`${describe(value)} cannot be a parameter`)
}

// Says the kind only: values may be personal.
function describe(value: unknown): string {
  if (typeof value === 'number') return 'A number that is not exact'
  return typeof value === 'object' ? `A ${value?.constructor?.name ?? 'null'}` : `A value of type ${typeof value}`
}
