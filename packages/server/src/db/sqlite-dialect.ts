import type { DatabaseSync } from 'node:sqlite'
import {
  CompiledQuery,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { PortalError } from '../common/errors.ts'
import { Queue } from './queue.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { currentTimeouts, visitorTimeouts } from './timeouts.ts'
import { assertOutsideTransaction } from './transaction.ts'

/** One connection, handed out to one caller at a time. */
class SqliteDriver implements Driver {
  readonly #openFile: () => DatabaseSync
  readonly #notice: (error: unknown) => void
  readonly #queue = new Queue()
  #file: DatabaseSync | undefined
  #connection: SqliteConnection | undefined

  constructor(openFile: () => DatabaseSync, notice: (error: unknown) => void) {
    this.#openFile = openFile
    this.#notice = notice
  }

  async init(): Promise<void> {
    this.#file = this.#openFile()
    this.#connection = new SqliteConnection(this.#file, this.#notice)
  }

  async acquireConnection(): Promise<SqliteConnection> {
    assertOutsideTransaction()
    const timeouts = currentTimeouts()
    const limit = timeouts === visitorTimeouts ? timeouts.connectMs : undefined
    if (!(await this.#queue.enter(limit)))
      throw new PortalError('database_unavailable', 'The database file is busy for too long')
    if (this.#connection === undefined) throw new Error('The database is closed')
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#queue.leave()
  }

  /** Immediate, because a reader that turns writer fails at once when another process has written in between. */
  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // Some errors, a full disk among them, have rolled back already.
    if (this.#file?.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.#connection = undefined
    this.#file?.close()
  }
}

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
