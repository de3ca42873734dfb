import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  sql,
} from 'kysely'
import type { AcknowledgedCommits } from './acknowledged-commits.ts'
import { type DataKeys, noDataKeys } from './data-keys.ts'
import { folderMode, makePrivate, refuseLostDatabase } from './database-files.ts'
import { assertDatabaseUrl, nameOfUrl } from './database-url.ts'
import type { EngineTables } from './engine-tables.ts'
import { type FileLock, lockFile } from './lock-file.ts'
import { createCompiler, Decryption, type PersonalColumns } from './personal-columns.ts'
import { isPostgresWriteFailure, PostgresDriver, type PostgresWatching } from './postgres-driver.ts'
import { openPools } from './postgres-pools.ts'
import { forgetProcess, IdentityCheck, type Recovering, registerProcess } from './server-identity.ts'
import { isSqliteWriteFailure, namedSqliteFailure } from './sqlite-connection.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'

function createPostgresDialect(url: string, stored: Stored, watching: PostgresWatching): Dialect {
  return {
    createDriver: () => new PostgresDriver(() => openPools(url), watching),
    createQueryCompiler: () => createCompiler(PostgresQueryCompiler, stored.keys, stored.personalColumns),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/** The least free space: a small probe may fit on a disk where the next payment does not. */
const leastFreeBytes = 32 * 1024 * 1024
/** A failed real write outweighs a successful probe. */
const rememberedMs = 30_000

/** Judges whether the database accepts writes, by real writes and by a small probe. */
class WriteHealth {
  #failedAt = Number.NEGATIVE_INFINITY

  readonly notice = (error: unknown): void => {
    if (isSqliteWriteFailure(error) || isPostgresWriteFailure(error)) this.#failedAt = performance.now()
  }

  get hasFailed(): boolean {
    return performance.now() - this.#failedAt < rememberedMs
  }
}

type ProbeWrites = (db: QueryExecutorProvider) => Promise<boolean>

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

/** A read-only server answers reads as usual. */
const probePostgres: ProbeWrites = async (db) => {
  const { rows } = await sql<{ transaction_read_only: string }>`show transaction_read_only`.execute(db)
  return rows[0]?.transaction_read_only === 'off'
}

export type Engine = 'sqlite' | 'postgres'

/** `postgres://…`, with one or several hosts, or a SQLite file; `:memory:` stores nothing. */
export type DatabaseAddress = (
  | { readonly url: string }
  /** `isBeside` is for staff commands, which write for milliseconds while the portal has the file open. */
  | { readonly file: string; readonly isBeside?: boolean }
) & {
  /** The keys of the personal columns, which are in plain text without them. */
  readonly keys?: DataKeys | undefined
}

/** Names the database without its password. */
export function nameOf(address: DatabaseAddress): string {
  return 'file' in address ? address.file : nameOfUrl(address.url)
}

/** The parts of a database that a store needs: a few of its statements depend on the engine. */
export interface DatabaseHandle<Tables = EngineTables> {
  readonly db: Kysely<Tables>
  readonly engine: Engine
}

export interface OpenDatabase<Tables = EngineTables> extends DatabaseHandle<Tables> {
  /** Names this process to other processes on the same database. */
  readonly processId: number
  /** Tells whether the database accepts writes right now. Throws when it does not answer. */
  takesWrites(): Promise<boolean>
  /**
   * Registers this process, for which a PostgreSQL that takes over waits from here on, until the handle is closed. This
   * needs the process lock.
   */
  register(): Promise<void>
  close(): Promise<void>
}

/** The facts that the engine needs about the product whose tables it stores. */
export interface Product {
  readonly personalColumns: PersonalColumns
  readonly recovering: Recovering
  /** Receives each statement when it has ended. */
  readonly ended: (statement: string, tookMs: number, isFailed: boolean) => void
}

interface OpenOptions {
  /** The product, absent for a database without tables of one. */
  readonly product?: Product
  /**
   * The commits of a process that moves money: a PostgreSQL that has taken over is used only once it is compared with
   * these.
   */
  readonly commits?: AcknowledgedCommits
}

const noProduct: Product = {
  personalColumns: {},
  recovering: { table: 'migration', begin: async () => {} },
  ended: () => {},
}

/** The rules for the values and statements of one open database. */
interface Stored extends Product {
  readonly keys: DataKeys
}

export function openDatabase<Tables extends EngineTables>(
  address: DatabaseAddress,
  { product = noProduct, commits }: OpenOptions = {},
): OpenDatabase<Tables> {
  const stored = { ...product, keys: address.keys ?? noDataKeys }
  if ('file' in address) return openSqlite(address.file, address.isBeside ?? false, stored)
  return commits === undefined ? openPostgres(address.url, stored) : openComparedPostgres(address.url, stored, commits)
}

function openPostgres<Tables>(
  url: string,
  stored: Stored,
  watching: Omit<PostgresWatching, 'notice'> = {},
): OpenDatabase<Tables> {
  assertDatabaseUrl(url)
  const health = new WriteHealth()
  const dialect = createPostgresDialect(url, stored, { notice: health.notice, ...watching })
  const db = kyselyOver<Tables>(dialect, stored)
  return {
    db,
    engine: 'postgres',
    processId: newName(),
    takesWrites: async () => (await probePostgres(db)) && !health.hasFailed,
    register: async () => {},
    close: () => db.destroy(),
  }
}

function openComparedPostgres<Tables extends EngineTables>(
  url: string,
  stored: Stored,
  commits: AcknowledgedCommits,
): OpenDatabase<Tables> {
  const processId = newName()
  const identity = new IdentityCheck({ processId, commits, recovering: stored.recovering })
  const greet = (connection: DatabaseConnection) => identity.check(connection)
  const database = openPostgres<Tables>(url, stored, { greet, committed: commits.note })
  return {
    ...database,
    processId,
    register: () => registerProcess(database.db, processId),
    async close() {
      await forgetProcess(database.db, processId).catch(() => undefined)
      await database.close()
    },
  }
}

/** Opens a database that belongs to this process alone. `begin` receives it empty, before its first statement. */
export function openInMemory<Tables>(
  { product = noProduct, keys = noDataKeys }: { readonly product?: Product; readonly keys?: DataKeys | undefined } = {},
  begin: (file: DatabaseSync) => void = () => {},
): OpenDatabase<Tables> {
  const openIt = () => {
    const file = openFile(':memory:')
    begin(file)
    return file
  }
  return over(':memory:', { openIt, stored: { ...product, keys } })
}

function openSqlite<Tables>(file: string, isBeside: boolean, stored: Stored): OpenDatabase<Tables> {
  if (file === ':memory:') return openInMemory({ product: stored, keys: stored.keys })

  refuseLostDatabase(file)
  if (isBeside) return over(file, { openIt: openExisting, stored })
  makeFolder(path.dirname(file))
  return over(file, { openIt: openFile, stored, lock: lockFile(file) })
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

/** Makes a name within the range of PostgreSQL's advisory locks. */
const newName = (): number => randomInt(1, 2 ** 31)

interface Opening {
  readonly openIt: (file: string) => DatabaseSync
  readonly stored: Stored
  readonly lock?: FileLock
}

function over<Tables>(file: string, { openIt, stored, lock }: Opening): OpenDatabase<Tables> {
  const health = new WriteHealth()
  const probe = probeSqlite(file)
  const dialect = createSqliteDialect({ openFile: () => openIt(file), notice: health.notice, ...stored })
  const db = kyselyOver<Tables>(dialect, stored)
  return {
    db,
    engine: 'sqlite',
    processId: newName(),
    takesWrites: async () => (await probe(db)) && !health.hasFailed,
    register: async () => {},
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

function kyselyOver<Tables>(dialect: Dialect, { keys, ended }: Stored): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect,
    plugins: keys.ids.length === 0 ? [] : [new Decryption(keys)],
    log: ({ level, query, queryDurationMillis }) => ended(query.sql, queryDurationMillis, level === 'error'),
  })
}
