import type { DatabaseSync } from 'node:sqlite'
import { PortalError } from '@nyanja/domain/errors'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { DataKeys } from './data-keys.ts'
import { createCompiler, type PersonalColumns } from './personal-columns.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { assertOutsideTransaction, currentTimeouts, visitorTimeouts } from './transaction.ts'

/** Admits one caller at a time, in order of arrival. */
class Queue {
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  get isTaken(): boolean {
    return this.#isTaken
  }

  /** Returns false when the caller was not admitted within `timeoutMs`; without a timeout it waits. */
  async enter(timeoutMs?: number): Promise<boolean> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return true
    }
    return new Promise((resolve) => {
      const enter = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => {
              this.#waiting.splice(this.#waiting.indexOf(enter), 1)
              resolve(false)
            }, timeoutMs)
      this.#waiting.push(enter)
    })
  }

  /** Passes the lock to the next caller directly, so that no other caller takes it in between. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#isTaken = false
    else next()
  }
}

/** The connection in the hands of one caller. */
class LentConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection
  readonly #before: (lent: LentConnection, sql: string) => Promise<void>
  isTransaction = false
  /** Whether the connection is returned, which it is when its transaction ends, before that is stored. */
  isReturned = false

  constructor(connection: SqliteConnection, before: (lent: LentConnection, sql: string) => Promise<void>) {
    this.#connection = connection
    this.#before = before
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#before(this, query.sql)
    return this.#connection.executeQuery<R>(query)
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>()
  }
}

/**
 * Transactions that have ended and wait to be stored by one commit, which waits for the disk once. In the file they are
 * one transaction.
 */
interface Group {
  size: number
  /** Whether the group is stored when the connection is returned. */
  isDue: boolean
  readonly stored: PromiseWithResolvers<void>
}

const mostInGroup = 50
const longestEndMs = 5_000
/** The statements that are impossible within a transaction. */
const needsNoTransaction = /^\s*(?:pragma|vacuum)\b/i

const undone = () => new PortalError('database_unavailable', 'A failure of the disk has undone this change')
const closed = () => new Error('The database is closed')

/**
 * The driver lends one connection to one caller at a time. Transactions that end in the same iteration of the event
 * loop share a commit: the next one begins as a savepoint, so that it can be undone alone, and no caller gets a result
 * before all are stored.
 */
class SqliteDriver implements Driver {
  readonly #openFile: () => DatabaseSync
  readonly #notice: (error: unknown) => void
  readonly #queue = new Queue()
  #file: DatabaseSync | undefined
  /** The connection, undefined once it is closed. */
  #connection: SqliteConnection | undefined
  #group: Group | undefined

  constructor(openFile: () => DatabaseSync, notice: (error: unknown) => void) {
    this.#openFile = openFile
    this.#notice = notice
  }

  async init(): Promise<void> {
    this.#file = this.#openFile()
    this.#connection = new SqliteConnection(this.#file, this.#notice)
  }

  async acquireConnection(): Promise<LentConnection> {
    assertOutsideTransaction()
    const timeouts = currentTimeouts()
    const limit = timeouts === visitorTimeouts ? timeouts.connectMs : undefined
    if (!(await this.#queue.enter(limit)))
      throw new PortalError('database_unavailable', 'The database file is busy for too long')
    if (this.#connection === undefined) {
      this.#queue.leave()
      throw closed()
    }
    return new LentConnection(this.#connection, (lent, sql) => this.#beforeStatement(lent, sql))
  }

  /**
   * Releases the connection, and waits for the group: statements that ran after its transactions may have read from
   * them, or are stored with them.
   */
  async releaseConnection(lent: LentConnection): Promise<void> {
    if (lent.isReturned) return
    const group = this.#group
    await this.#return(lent)
    await group?.stored.promise
  }

  /**
   * Begins an immediate transaction, because a reader that becomes a writer fails at once when another process has
   * written in between.
   */
  async beginTransaction(lent: LentConnection): Promise<void> {
    await this.#takeBack(lent)
    // A statement of the same caller has failed for the disk, and undone the group.
    if (!this.#isInTransaction) await this.#store()
    lent.isTransaction = true
    await this.#run(this.#group === undefined ? 'begin immediate' : 'savepoint member')
  }

  async commitTransaction(lent: LentConnection): Promise<void> {
    if (!this.#isInTransaction) throw undone()
    if (this.#group !== undefined) await this.#run('release member')
    this.#group ??= this.#openGroup()
    const group = this.#group
    group.size += 1
    await this.#return(lent)
    try {
      await group.stored.promise
    } finally {
      // The caller may keep the connection; its transaction takes no more statements.
      lent.isTransaction = false
    }
  }

  async rollbackTransaction(lent: LentConnection): Promise<void> {
    // After some errors, such as a full disk, SQLite has already rolled back all of it.
    if (lent.isReturned || !this.#isInTransaction) return
    if (this.#group === undefined) return this.#run('rollback')
    try {
      await this.#run('rollback to member')
      await this.#run('release member')
    } catch {
      // The rollback undoes the whole group, which is found lost when the connection is returned.
      await this.#run('rollback')
    }
  }

  /** Closes after all earlier callers. Work that takes too long is undone, and with it the group. */
  async destroy(): Promise<void> {
    const isAlone = await this.#queue.enter(longestEndMs)
    if (isAlone) await this.#store()
    this.#group?.stored.reject(closed())
    this.#group = undefined
    this.#connection = undefined
    this.#file?.close()
    if (isAlone) this.#queue.leave()
  }

  get #isInTransaction(): boolean {
    return this.#connection !== undefined && this.#file?.isTransaction === true
  }

  async #run(text: string): Promise<void> {
    if (this.#connection === undefined) throw closed()
    await this.#connection.executeQuery(CompiledQuery.raw(text))
  }

  async #beforeStatement(lent: LentConnection, sql: string): Promise<void> {
    if (lent.isTransaction) {
      if (lent.isReturned) throw new Error('A statement came after the end of its transaction')
      // Without this check the rest of the transaction would be stored statement by statement.
      if (!this.#isInTransaction) throw undone()
    } else {
      await this.#takeBack(lent)
      if (needsNoTransaction.test(sql)) await this.#store()
    }
  }

  /** Takes the connection back from a caller that may keep it after its transaction. */
  async #takeBack(lent: LentConnection): Promise<void> {
    if (!lent.isReturned) return
    await this.#queue.enter()
    lent.isReturned = false
  }

  async #return(lent: LentConnection): Promise<void> {
    lent.isReturned = true
    const isLost = !this.#isInTransaction
    if (this.#group !== undefined && (this.#group.isDue || this.#group.size >= mostInGroup || isLost))
      await this.#store()
    this.#queue.leave()
  }

  /**
   * Opens a group, which is stored after the events that the system has reported already, because they may end more
   * transactions.
   */
  #openGroup(): Group {
    const group: Group = { size: 0, isDue: false, stored: Promise.withResolvers() }
    setImmediate(() => void this.#storeSoon(group))
    return group
  }

  async #storeSoon(group: Group): Promise<void> {
    if (this.#group !== group) return
    if (this.#queue.isTaken) {
      group.isDue = true
      return
    }
    await this.#queue.enter()
    await this.#store()
    this.#queue.leave()
  }

  /** Stores the group; only the holder of the connection may call this. */
  async #store(): Promise<void> {
    const group = this.#group
    if (group === undefined) return
    this.#group = undefined
    try {
      if (!this.#isInTransaction) throw undone()
      await this.#run('commit')
      group.stored.resolve()
    } catch (error) {
      group.stored.reject(error)
      if (this.#isInTransaction) await this.#run('rollback').catch(() => undefined)
    }
  }
}

interface SqliteDialectOptions {
  readonly openFile: () => DatabaseSync
  readonly notice: (error: unknown) => void
  readonly keys: DataKeys
  readonly personalColumns: PersonalColumns
}

export function createSqliteDialect({ openFile, notice, keys, personalColumns }: SqliteDialectOptions): Dialect {
  return {
    createDriver: () => new SqliteDriver(openFile, notice),
    createQueryCompiler: () => createCompiler(SqliteQueryCompiler, keys, personalColumns),
    createAdapter: () => new QueueingSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** The driver has a queue of its own, because Kysely's would wait without end before the transaction guard runs. */
class QueueingSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
