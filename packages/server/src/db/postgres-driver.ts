import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { PortalError } from '../common/errors.ts'
import { assertOutsideTransaction } from './transaction.ts'

/** Conditions that pass by themselves or through an administrator, and are not caused by a statement. */
const passing: Readonly<Record<string, string>> = {
  '25006': 'takes no writes: it is a standby, or read-only',
  '53100': 'has a full disk',
  '53200': 'is out of memory',
  '53300': 'has no connection left',
  '55P03': 'holds a lock for too long',
  '57014': 'takes too long',
  '57P01': 'is shutting down',
  '57P02': 'has crashed',
  '57P03': 'is starting up',
  '57P05': 'has closed an idle session',
}

/** The settings name a wrong server, user or database, or the server refuses them: retries do not help. */
const refused: Readonly<Record<string, string>> = {
  '28000': 'refuses this user',
  '28P01': 'refuses this password',
  '3D000': 'has no database of this name',
  '42501': 'does not let this user do that',
}

const cannotWrite: readonly string[] = ['25006', '53100']

/** Messages of pg and its pool that have no code. */
const lostConnection = /timeout|terminat|ended|not queryable|closed the connection/i

function codeOf(error: Error): string {
  // For a host with several addresses, none of which accepted the connection.
  if (error instanceof AggregateError) return 'ECONNREFUSED'
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Why a running server refuses the settings. */
export function refusalOfPostgres(error: unknown): string | undefined {
  return error instanceof Error ? refused[codeOf(error)] : undefined
}

export const isPostgresWriteFailure = (error: unknown): boolean =>
  error instanceof Error && cannotWrite.includes(codeOf(error))

/** The client gave up a statement that the server may still execute. */
const isAnswerLate = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/** A PostgreSQL error with a five-character code is a statement error; others are connection errors. */
function reasonOf(error: Error): string | undefined {
  const code = codeOf(error)
  if (passing[code] !== undefined) return passing[code]
  if (code.startsWith('08') || /^E[A-Z_]{3,}$/.test(code)) return `cannot be reached (${code})`
  return code === '' && lostConnection.test(error.message) ? 'does not answer' : undefined
}

/** A database that is temporarily unavailable becomes a named error; any other error is a bug and is rethrown. */
function namedPostgresFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PortalError) return error
  const reason = reasonOf(error)
  return reason === undefined
    ? error
    : new PortalError('database_unavailable', `PostgreSQL ${reason}`, { cause: error })
}

const changing: readonly string[] = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

export interface PostgresPools {
  /** The configuration for the timeouts in force. */
  readonly pick: () => Pool
  end(): Promise<unknown>
}

export interface PostgresWatching {
  readonly notice: (error: unknown) => void
  /** Called with each new connection before any other use. */
  readonly greet?: (connection: DatabaseConnection) => Promise<void>
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #notice: (error: unknown) => void
  /** Results still in transit would be read by the next caller. */
  #isLost = false

  constructor(client: PoolClient, notice: (error: unknown) => void) {
    this.#client = client
    this.#notice = notice
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isLost) throw new Error('The connection to PostgreSQL was given up')
    try {
      const { command, rowCount, rows } = await this.#client.query(sql, [...parameters])
      if (command === 'ROLLBACK' && sql === 'commit')
        throw new Error('PostgreSQL rolled a transaction back whose commit was asked for')
      return changing.includes(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
    } catch (error) {
      this.#notice(error)
      this.#isLost ||= isAnswerLate(error)
      throw namedPostgresFailure(error)
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method, and nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported')
  }

  async rollback(): Promise<void> {
    if (this.#isLost) return
    try {
      await this.executeQuery(CompiledQuery.raw('rollback'))
    } catch (error) {
      this.#isLost = true
      throw error
    }
  }

  release(): void {
    this.#client.release(this.#isLost)
  }

  /** Marks the connection as unusable. */
  discard(): void {
    this.#client.release(true)
  }
}

export class PostgresDriver implements Driver {
  readonly #openPools: () => PostgresPools
  readonly #watching: PostgresWatching
  readonly #greeted = new WeakSet<PoolClient>()
  #pools: PostgresPools | undefined

  constructor(openPools: () => PostgresPools, watching: PostgresWatching) {
    this.#openPools = openPools
    this.#watching = watching
  }

  async init(): Promise<void> {
    this.#pools = this.#openPools()
  }

  async acquireConnection(): Promise<PostgresConnection> {
    assertOutsideTransaction()
    if (this.#pools === undefined) throw new Error('The database is closed')
    try {
      return await this.#greet(await this.#pools.pick().connect())
    } catch (error) {
      throw namedPostgresFailure(error)
    }
  }

  async #greet(client: PoolClient): Promise<PostgresConnection> {
    const { notice, greet } = this.#watching
    const connection = new PostgresConnection(client, notice)
    if (greet === undefined || this.#greeted.has(client)) return connection
    try {
      await greet(connection)
    } catch (error) {
      connection.discard()
      throw error
    }
    this.#greeted.add(client)
    return connection
  }

  async beginTransaction(connection: PostgresConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    const text = isolationLevel === undefined ? 'begin' : `start transaction isolation level ${isolationLevel}`
    await connection.executeQuery(CompiledQuery.raw(text))
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback()
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    const pools = this.#pools
    this.#pools = undefined
    await pools?.end()
  }
}
