import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DatabaseConnection, type Dialect, Kysely } from 'kysely'
import { refuseLostDatabase } from './installed-file.ts'
import { type FileLock, lockFile } from './lock-file.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import { folderMode, makePrivate } from './private-files.ts'
import type { Database } from './schema.ts'
import { checkIdentity } from './server-identity.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'
import { namedSqliteFailure } from './sqlite-failure.ts'
import { probePostgres, probeSqlite, WriteHealth } from './write-health.ts'

export type Engine = 'sqlite' | 'postgres'

/** `postgres://…`, or a file that SQLite keeps; `:memory:` keeps nothing. */
export type DatabaseAddress =
  | { readonly url: string }
  /** `isBeside`: for operator commands, which write for milliseconds while the portal has the file open. */
  | { readonly file: string; readonly isBeside?: boolean }

export interface OpenDatabase {
  readonly db: Kysely<Database>
  readonly engine: Engine
  /** Names this process to the others that use the same database. */
  readonly self: number
  /** Whether it takes writes right now. Throws when it does not answer at all. */
  takesWrites(): Promise<boolean>
  close(): Promise<void>
}

export function openDatabase(address: DatabaseAddress): OpenDatabase {
  return 'url' in address ? openPostgres(address.url) : openSqlite(address.file, address.isBeside ?? false)
}

function openPostgres(url: string): OpenDatabase {
  if (!/^postgres(ql)?:$/.test(new URL(url).protocol)) throw new Error('A database URL begins with postgres://')
  const health = new WriteHealth()
  const openOther = () => kyselyOver(createPostgresDialect(url, { notice: health.notice }))
  const greet = (connection: DatabaseConnection) => checkIdentity(connection, openOther)
  const db = kyselyOver(createPostgresDialect(url, { notice: health.notice, greet }))
  return {
    db,
    engine: 'postgres',
    self: newName(),
    takesWrites: async () => (await probePostgres(db)) && !health.hasFailed,
    close: () => db.destroy(),
  }
}

function openSqlite(file: string, isBeside: boolean): OpenDatabase {
  if (file === ':memory:') return over(file, openFile)

  refuseLostDatabase(file)
  if (isBeside) return over(file, openExisting)
  makeFolder(path.dirname(file))
  return over(file, openFile, lockFile(file))
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

/** As large as PostgreSQL's advisory locks take it. */
const newName = (): number => randomInt(1, 2 ** 31)

function over(file: string, openIt: (file: string) => DatabaseSync, lock?: FileLock): OpenDatabase {
  const health = new WriteHealth()
  const probe = probeSqlite(file)
  const db = kyselyOver(createSqliteDialect(() => openIt(file), health.notice))
  return {
    db,
    engine: 'sqlite',
    self: newName(),
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
    // The event loop stands still while SQLite waits, so it waits briefly and our connection asks again.
    const database = new DatabaseSync(file, { timeout: 5, enableForeignKeyConstraints: true })
    if (file !== ':memory:') makePrivate(file)
    database.exec('pragma journal_mode = wal; pragma synchronous = full')
    return database
  } catch (error) {
    throw namedSqliteFailure(file, error)
  }
}

function kyselyOver(dialect: Dialect): Kysely<Database> {
  return new Kysely<Database>({ dialect })
}
