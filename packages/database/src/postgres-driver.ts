import { PortalError } from '@nyanja/domain/errors'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  sql,
  type TransactionSettings,
} from 'kysely'
import { DatabaseError, type PoolClient, type QueryResult as PostgresResult } from 'pg'
import { assertOutsideTransaction } from './transaction.ts'

/** The conditions that pass by themselves or through an administrator, and are not caused by a statement. */
const passing: Readonly<Record<string, string>> = {
  '25006': 'takes no writes: it is a standby, or read-only',
  '40P01': 'has undone one of two transactions that waited for each other',
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

/** The code of a full disk, which is not the fault of a standby: the next connection may be to the primary. */
const cannotWrite = '53100'

/** The server ends the connection, or is no longer the primary. */
const left: readonly string[] = ['25006', '57P01', '57P02', '57P03', '57P05']

/** The messages for which pg and its pool have no code. */
const allInUse = 'timeout exceeded when trying to connect'
const lostConnection = /timeout|terminat|ended|not queryable|closed the connection/i

function codeOf(error: Error): string {
  // A host with several addresses fails like this when none of them accepted the connection.
  if (error instanceof AggregateError) return 'ECONNREFUSED'
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Tells why a running server refuses the settings. */
export function refusalOfPostgres(error: unknown): string | undefined {
  return error instanceof Error ? refused[codeOf(error)] : undefined
}

export const isPostgresWriteFailure = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === cannotWrite

/** A statement met a row with the same key that was committed while it ran. SQLite runs one at a time. */
export const isDuplicateKey = (error: unknown): boolean => error instanceof Error && codeOf(error) === '23505'

/** The client gave up a statement that the server may still execute. */
const isAnswerLate = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/** The connection is of no more use, and its server may not be the primary any longer. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof PortalError || error.message === allInUse) return false
  const code = codeOf(error)
  return left.includes(code) || isConnectionCode(code) || (code === '' && lostConnection.test(error.message))
}

const isConnectionCode = (code: string) => code.startsWith('08') || /^E[A-Z_]{3,}$/.test(code)

/** A PostgreSQL error with a five-character code is a statement error; others are connection errors. */
function reasonOf(error: Error): string | undefined {
  const code = codeOf(error)
  if (passing[code] !== undefined) return passing[code]
  if (isConnectionCode(code)) return `cannot be reached (${code})`
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

/**
 * Names a failure to begin a session. The server itself may report it with any code: a full disk, for example, has that
 * of an internal error, "could not write init file".
 */
function namedSessionFailure(error: unknown): unknown {
  const named = namedPostgresFailure(error)
  const isFatal = named instanceof DatabaseError && named.severity === 'FATAL'
  if (!isFatal || refusalOfPostgres(named) !== undefined) return named
  return new PortalError('database_unavailable', `PostgreSQL opens no session: ${named.message}`, { cause: named })
}

const changing: readonly string[] = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

export interface PostgresPools {
  /** Connects with the timeouts in force. */
  connect(): Promise<PoolClient>
  /** A connection was lost: another server may have taken over. */
  suspect(): void
  end(): Promise<unknown>
}

/** A transaction that the server has acknowledged as committed. */
export interface Commit {
  readonly xid: string
  /** Its records are before and its commit is after this place in the server's log. */
  readonly lsn: string
}

export interface PostgresWatching {
  readonly notice: (error: unknown) => void
  /** Greets each new connection before any other use. */
  readonly greet?: (connection: DatabaseConnection) => Promise<void>
  /** Receives each transaction that changed something. */
  readonly committed?: ((commit: Commit) => void) | undefined
}

/** Commits in one round trip, as a commit without its name does. */
const namedCommit =
  'select pg_current_xact_id_if_assigned()::text as xid, pg_current_wal_insert_lsn()::text as lsn; commit'

/** The columns of a statement that changes rows, and is a transaction of its own, with the commit that it will be. */
export const ownCommit = sql`pg_current_xact_id_if_assigned()::text as commit_xid,
  pg_current_wal_insert_lsn()::text as commit_lsn`

interface ConnectionUse {
  readonly notice: (error: unknown) => void
  readonly committed: ((commit: Commit) => void) | undefined
  readonly suspect: () => void
}

const mostNamed = 500
const names = new Map<string, string>()
/**
 * A migration of a later release changes the columns of these results, which a prepared statement may not. Parts of a
 * statement name their columns themselves.
 */
const returnsAllColumns = /(?:select|returning|(?<!changed|part)[.])\s*[*]/i

/**
 * Names a statement, which the server then parses and plans once for each connection: undefined when it stays without a
 * name.
 */
function nameOfStatement({ sql, parameters }: CompiledQuery): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || parameters.length === 0 || names.size >= mostNamed) return known
  if (returnsAllColumns.test(sql)) return undefined
  const name = `nyanja_${names.size}`
  names.set(sql, name)
  return name
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #use: ConnectionUse
  /** Results still in transit would be read by the next caller. */
  #isLost = false

  constructor(client: PoolClient, use: ConnectionUse) {
    this.#client = client
    this.#use = use
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query
    const name = nameOfStatement(query)
    const asked = { text: sql, values: [...parameters], ...(name !== undefined && { name }) }
    const { command, rowCount, rows } = await this.#ask(() => this.#client.query(asked))
    // Several statements sent at once have several results.
    const { commit_xid: xid, commit_lsn: lsn } = rows?.[0] ?? {}
    if (xid) this.#use.committed?.({ xid, lsn })
    return changing.includes(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }

  /** Commits: undefined when nothing was changed. When this throws, the transaction may have committed. */
  async commit(isNamed: boolean): Promise<Commit | undefined> {
    const answer = await this.#ask(() => this.#client.query<Commit>(isNamed ? namedCommit : 'commit'))
    const results: PostgresResult<Commit>[] = [answer].flat()
    if (results.at(-1)?.command === 'ROLLBACK')
      throw new Error('PostgreSQL rolled a transaction back whose commit was asked for')
    const [commit] = results[0]?.rows ?? []
    return commit?.xid ? commit : undefined
  }

  async #ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (this.#isLost) throw new Error('The connection to PostgreSQL was given up')
    try {
      return await ask()
    } catch (error) {
      this.#use.notice(error)
      this.#isLost ||= isAnswerLate(error) || isLoss(error)
      if (isLoss(error)) this.#use.suspect()
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
    const pools = this.#pools
    if (pools === undefined) throw new Error('The database is closed')
    try {
      return await this.#greet(await pools.connect(), pools)
    } catch (error) {
      if (isLoss(error)) pools.suspect()
      throw namedSessionFailure(error)
    }
  }

  async #greet(client: PoolClient, { suspect }: PostgresPools): Promise<PostgresConnection> {
    const { notice, greet, committed } = this.#watching
    const connection = new PostgresConnection(client, { notice, suspect, committed })
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
    const { committed } = this.#watching
    const commit = await connection.commit(committed !== undefined)
    if (commit !== undefined) committed?.(commit)
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
