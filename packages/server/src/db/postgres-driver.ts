import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { PortalError } from '../common/errors.ts'
import { assertOutsideTransaction } from './transaction.ts'

/** Conditions that pass by themselves or by an administrator's hand, and are no fault of a statement. */
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

/** The settings name a server, user or database that is none, or the server refuses them: waiting does not help. */
const refused: Readonly<Record<string, string>> = {
  '28000': 'refuses this user',
  '28P01': 'refuses this password',
  '3D000': 'has no database of this name',
  '42501': 'does not let this user do that',
}

const cannotWrite: readonly string[] = ['25006', '53100']

/** As pg and its pool say them, which give them no code. */
const lostConnection = /timeout|terminat|ended|not queryable|closed the connection/i

function codeOf(error: Error): string {
  // Of a host with several addresses, none of which took the connection.
  if (error instanceof AggregateError) return 'ECONNREFUSED'
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Why a server that answers does not take our settings. */
export function refusalOfPostgres(error: unknown): string | undefined {
  return error instanceof Error ? refused[codeOf(error)] : undefined
}

export const isPostgresWriteFailure = (error: unknown): boolean =>
  error instanceof Error && cannotWrite.includes(codeOf(error))

/** The client has given up a statement that the server may still be at. */
const isAnswerLate = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/** A statement error of PostgreSQL has a code of five characters; what has none, or one of the system, is a connection. */
function reasonOf(error: Error): string | undefined {
  const code = codeOf(error)
  if (passing[code] !== undefined) return passing[code]
  if (code.startsWith('08') || /^E[A-Z_]{3,}$/.test(code)) return `cannot be reached (${code})`
  return code === '' && lostConnection.test(error.message) ? 'does not answer' : undefined
}

/** A database that cannot serve right now has a name; everything else is a bug, and goes on as it came. */
function namedPostgresFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PortalError) return error
  const reason = reasonOf(error)
  return reason === undefined
    ? error
    : new PortalError('database_unavailable', `PostgreSQL ${reason}`, { cause: error })
}

const changing: readonly string[] = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

export interface PostgresPools {
  /** The one for the timeouts in force. */
  readonly pick: () => Pool
  end(): Promise<unknown>
}

export interface PostgresWatching {
  readonly notice: (error: unknown) => void
  /** Given each new connection before it serves anything else. */
  readonly greet?: (connection: DatabaseConnection) => Promise<void>
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #notice: (error: unknown) => void
  /** What is still under way in it would answer the next statement's caller. */
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

  /** To be used no more, by anything. */
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
