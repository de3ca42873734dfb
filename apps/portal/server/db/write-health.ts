import { statfsSync } from 'node:fs'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { isPostgresWriteFailure } from './postgres-failure.ts'
import type { Database } from './schema.ts'
import { isSqliteWriteFailure } from './sqlite-failure.ts'

/** A small write may find room where the next payment does not. */
const leastFreeBytes = 32 * 1024 * 1024
/** A failure of a real write outweighs a probe that succeeds. */
const rememberedMs = 30_000

/** Whether the database takes writes: by what real writes met, and by a small one that is made for it. */
export class WriteHealth {
  #failedAt = Number.NEGATIVE_INFINITY

  readonly notice = (error: unknown): void => {
    if (isSqliteWriteFailure(error) || isPostgresWriteFailure(error)) this.#failedAt = performance.now()
  }

  get hasFailed(): boolean {
    return performance.now() - this.#failedAt < rememberedMs
  }
}

export type ProbeWrites = (db: Kysely<Database>) => Promise<boolean>

/** SQLite writes the number on the first page of its file, which nothing else of ours uses. */
export function probeSqlite(file: string): ProbeWrites {
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

/** A standby, and a server that was set to read only, answer reads as ever. */
export const probePostgres: ProbeWrites = async (db) => {
  const { rows } = await sql<{ transaction_read_only: string }>`show transaction_read_only`.execute(db)
  return rows[0]?.transaction_read_only === 'off'
}
