import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isAnswerLate, namedPostgresFailure } from './postgres-failure.ts'
import { assertOutsideTransaction } from './transaction.ts'

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
