import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { PortalError } from '@nyanja/domain/errors'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { currentTimeouts } from './transaction.ts'

interface Trouble {
  readonly reason: string
  /** The page in `docs/runbook`. */
  readonly page: string
}

const full = 'disk-full.md'
const damaged = 'database-damaged.md'

/** The faults of the disk or the file, by SQLite's result codes. */
const troubles: Readonly<Record<number, Trouble>> = {
  3: { reason: 'may not be read or written by this user', page: full },
  8: { reason: 'cannot be written: the disk or the file is read-only', page: full },
  10: { reason: 'cannot be read or written: the disk reports an error, or its space or quota is used up', page: full },
  11: { reason: 'is damaged', page: damaged },
  13: { reason: 'cannot be written: the disk is full', page: full },
  14: { reason: 'cannot be opened: its folder is missing, full, read-only or closed to this user', page: full },
  26: { reason: 'is damaged, or is no SQLite database', page: damaged },
}

const busy = 5
const cannotWrite: readonly number[] = [8, 10, 13]

/** The low byte of an extended result code. */
const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode % 256 : 0

export const isBusy = (error: unknown): boolean => codeOf(error) === busy

export const isSqliteWriteFailure = (error: unknown): boolean => cannotWrite.includes(codeOf(error))

/** Names the file, its fault and the runbook page; undefined for other errors. */
export function describeTrouble(file: string, error: unknown): string | undefined {
  const trouble = troubles[codeOf(error)]
  return trouble && `${file} ${trouble.reason}: see docs/runbook/${trouble.page}`
}

/** A database that is temporarily unavailable becomes a named error; any other error is a bug and is rethrown. */
export function namedSqliteFailure(file: string, error: unknown): unknown {
  const message = isBusy(error) ? `${file} is locked by another process` : describeTrouble(file, error)
  return message === undefined ? error : new PortalError('database_unavailable', message, { cause: error })
}

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

  /** Receives every error unchanged. */
  constructor(file: DatabaseSync, notice: (error: unknown) => void = () => {}) {
    this.#file = file
    this.#notice = notice
  }

  /** Waits for another process' write without blocking the event loop. */
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

/** Values that both engines store equally. SQLite would silently treat a Date as named parameters and NaN as null. */
function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'string' || typeof value === 'bigint' || value === null) return value
  if (value instanceof Uint8Array) return value
  // A plain number would be bound as a float and stored as `1.0` in a text column.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isFinite(value) && !Number.isInteger(value)) return value
  throw new TypeError(`${describe(value)} cannot be a parameter`)
}

// Names the type only: values may be personal.
function describe(value: unknown): string {
  if (typeof value === 'number') return 'A number that is not exact'
  return typeof value === 'object' ? `A ${value?.constructor?.name ?? 'null'}` : `A value of type ${typeof value}`
}
