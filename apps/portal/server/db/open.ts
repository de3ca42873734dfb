import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Dialect, Kysely } from 'kysely'
import { lockFile } from './lock-file.ts'
import { createPostgresDialect } from './postgres-dialect.ts'
import type { Database } from './schema.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'

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
  close(): Promise<void>
}

export function openDatabase(address: DatabaseAddress): OpenDatabase {
  return 'url' in address ? openPostgres(address.url) : openSqlite(address.file, address.isBeside ?? false)
}

function openPostgres(url: string): OpenDatabase {
  if (!/^postgres(ql)?:$/.test(new URL(url).protocol)) throw new Error('A database URL begins with postgres://')
  const db = kyselyOver(createPostgresDialect(url))
  return { db, engine: 'postgres', self: newName(), close: () => db.destroy() }
}

function openSqlite(file: string, isBeside: boolean): OpenDatabase {
  if (file === ':memory:') return over(() => openFile(file))

  if (isBeside) return over(() => openExisting(file))
  mkdirSync(path.dirname(file), { recursive: true })
  return over(() => openFile(file), lockFile(file))
}

/** As large as PostgreSQL's advisory locks take it. */
const newName = (): number => randomInt(1, 2 ** 31)

function over(openIt: () => DatabaseSync, lock?: { release(): void }): OpenDatabase {
  const db = kyselyOver(createSqliteDialect(openIt))
  return {
    db,
    engine: 'sqlite',
    self: newName(),
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
  // The event loop stands still while SQLite waits, so it waits briefly and our connection asks again.
  const database = new DatabaseSync(file, { timeout: 5, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  return database
}

function kyselyOver(dialect: Dialect): Kysely<Database> {
  return new Kysely<Database>({ dialect })
}
