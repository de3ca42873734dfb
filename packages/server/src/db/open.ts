import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { minute } from '@nyanja/domain/time'
import { type DatabaseConnection, type Dialect, Kysely, PostgresAdapter, PostgresIntrospector, sql } from 'kysely'
import { Pool, types } from 'pg'
import { recordStatement } from '../common/tracing.ts'
import { type DataKeys, noDataKeys } from './data-keys.ts'
import { folderMode, makePrivate, refuseLostDatabase } from './database-files.ts'
import { type FileLock, lockFile } from './lock-file.ts'
import { Decryption, EncryptingPostgresCompiler } from './personal-columns.ts'
import { isPostgresWriteFailure, PostgresDriver, type PostgresPools, type PostgresWatching } from './postgres-driver.ts'
import type { Database } from './schema.ts'
import { checkIdentity } from './server-identity.ts'
import { createSqliteDialect, isSqliteWriteFailure, namedSqliteFailure } from './sqlite-dialect.ts'
import { currentTimeouts, type Timeouts } from './transaction.ts'

const connectionsOfPool = 10
const idleInTransactionMs = 10_000
const idleConnectionMs = 5 * minute

function createPostgresDialect(url: string, keys: DataKeys, watching: PostgresWatching): Dialect {
  return {
    createDriver: () => new PostgresDriver(() => openPools(url), watching),
    createQueryCompiler: () => new EncryptingPostgresCompiler(keys),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/** Visitors have separate connections, so that they and due work cannot delay each other. */
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
    // A busy server takes longer to open a connection than a visitor waits.
    idleTimeoutMillis: idleConnectionMs,
    connectionTimeoutMillis: connectMs,
    lock_timeout: lockMs,
    statement_timeout: statementMs,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    types: { getTypeParser: (oid) => exactNumbers[oid] ?? types.getTypeParser(oid) },
  })
  // The pool has dropped the broken connection; an unhandled event would end the process.
  pool.on('error', () => {})
  // The same for a connection in use: its user gets the error at the next statement.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** pg returns these as text; SQLite returns numbers. `sum()` of a bigint column is numeric. */
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

/** A small probe may fit where the next payment does not. */
const leastFreeBytes = 32 * 1024 * 1024
/** A failed real write outweighs a successful probe. */
const rememberedMs = 30_000

/** Whether the database accepts writes, judged by real writes and by a small probe. */
class WriteHealth {
  #failedAt = Number.NEGATIVE_INFINITY

  readonly notice = (error: unknown): void => {
    if (isSqliteWriteFailure(error) || isPostgresWriteFailure(error)) this.#failedAt = performance.now()
  }

  get hasFailed(): boolean {
    return performance.now() - this.#failedAt < rememberedMs
  }
}

type ProbeWrites = (db: Kysely<Database>) => Promise<boolean>

/** SQLite writes the number on the first page of its file, which the portal does not use otherwise. */
function probeSqlite(file: string): ProbeWrites {
  return async (db) => {
    if (file !== ':memory:' && freeBytes(path.dirname(file)) < leastFreeBytes) return false
    await sql`pragma user_version = 1`.execute(db)
    return true
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** A standby or read-only server answers reads as usual. */
const probePostgres: ProbeWrites = async (db) => {
  const { rows } = await sql<{ transaction_read_only: string }>`show transaction_read_only`.execute(db)
  return rows[0]?.transaction_read_only === 'off'
}

export type Engine = 'sqlite' | 'postgres'

/** `postgres://…`, or a SQLite file; `:memory:` stores nothing. */
export type DatabaseAddress = (
  | { readonly url: string }
  /** `isBeside`: for staff commands, which write for milliseconds while the portal has the file open. */
  | { readonly file: string; readonly isBeside?: boolean }
) & {
  /** Of the personal columns. Absent: they are not encrypted. */
  readonly keys?: DataKeys | undefined
}

/** Without the password. */
export function nameOf(address: DatabaseAddress): string {
  if ('file' in address) return address.file
  const { protocol, username, host, pathname } = new URL(address.url)
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
}

export interface OpenDatabase {
  readonly db: Kysely<Database>
  readonly engine: Engine
  /** Names this process to other processes on the same database. */
  readonly processId: number
  /** Whether it accepts writes right now. Throws when it does not answer. */
  takesWrites(): Promise<boolean>
  close(): Promise<void>
}

export function openDatabase(address: DatabaseAddress): OpenDatabase {
  const { keys = noDataKeys } = address
  return 'url' in address ? openPostgres(address.url, keys) : openSqlite(address.file, address.isBeside ?? false, keys)
}

function openPostgres(url: string, keys: DataKeys): OpenDatabase {
  if (!/^postgres(ql)?:$/.test(new URL(url).protocol)) throw new Error('A database URL begins with postgres://')
  const health = new WriteHealth()
  const openOther = () => kyselyOver(createPostgresDialect(url, noDataKeys, { notice: health.notice }), noDataKeys)
  const greet = (connection: DatabaseConnection) => checkIdentity(connection, openOther)
  const db = kyselyOver(createPostgresDialect(url, keys, { notice: health.notice, greet }), keys)
  return {
    db,
    engine: 'postgres',
    processId: newName(),
    takesWrites: async () => (await probePostgres(db)) && !health.hasFailed,
    close: () => db.destroy(),
  }
}

function openSqlite(file: string, isBeside: boolean, keys: DataKeys): OpenDatabase {
  if (file === ':memory:') return over(file, { openIt: openFile, keys })

  refuseLostDatabase(file)
  if (isBeside) return over(file, { openIt: openExisting, keys })
  makeFolder(path.dirname(file))
  return over(file, { openIt: openFile, keys, lock: lockFile(file) })
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: folderMode })
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    throw new Error(`The folder of the database cannot be made (${why}): see docs/runbook/disk-full.md`, {
      cause: error,
    })
  }
}

/** Within the range of PostgreSQL's advisory locks. */
const newName = (): number => randomInt(1, 2 ** 31)

interface Opening {
  readonly openIt: (file: string) => DatabaseSync
  readonly keys: DataKeys
  readonly lock?: FileLock
}

function over(file: string, { openIt, keys, lock }: Opening): OpenDatabase {
  const health = new WriteHealth()
  const probe = probeSqlite(file)
  const db = kyselyOver(createSqliteDialect({ openFile: () => openIt(file), notice: health.notice, keys }), keys)
  return {
    db,
    engine: 'sqlite',
    processId: newName(),
    takesWrites: async () => (await probe(db)) && !health.hasFailed,
    async close() {
      await db.destroy()
      lock?.release()
    },
  }
}

function openExisting(file: string): DatabaseSync {
  if (!existsSync(file)) throw new Error(`There is no database ${file}`)
  return openFile(file)
}

function openFile(file: string): DatabaseSync {
  try {
    // SQLite blocks the event loop while it waits, so it waits briefly and the connection retries.
    const database = new DatabaseSync(file, { timeout: 5, enableForeignKeyConstraints: true })
    if (file !== ':memory:') makePrivate(file)
    database.exec('pragma journal_mode = wal; pragma synchronous = full')
    return database
  } catch (error) {
    throw namedSqliteFailure(file, error)
  }
}

function kyselyOver(dialect: Dialect, keys: DataKeys): Kysely<Database> {
  return new Kysely<Database>({
    dialect,
    plugins: keys.ids.length === 0 ? [] : [new Decryption(keys)],
    log: ({ level, query, queryDurationMillis }) => recordStatement(query.sql, queryDurationMillis, level === 'error'),
  })
}
