import { sql } from 'kysely'
import type { ClosingLock } from '../../finance/closing.ts'
import type { DatabaseHandle } from '../schema.ts'

/** The class of the lock, another namespace than that of process locks. */
const lockClass = 0x636c6f73

/**
 * The lock is an advisory one of a session on PostgreSQL, and ends with its process. SQLite has one portal; where the
 * console is beside it, the unique row of the day decides.
 */
export function createClosingLock({ db, engine }: DatabaseHandle): ClosingLock {
  let isHeld = false

  async function holdHere<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (isHeld) return undefined
    isHeld = true
    try {
      return await work()
    } finally {
      isHeld = false
    }
  }

  const holdInDatabase = <T>(work: () => Promise<T>): Promise<T | undefined> =>
    db.connection().execute(async (session) => {
      const lock = sql`${lockClass}::int, hashtext(current_schema())`
      const taken = await sql<{ is_mine: boolean }>`select pg_try_advisory_lock(${lock}) as is_mine`.execute(session)
      if (taken.rows[0]?.is_mine !== true) return undefined
      try {
        return await work()
      } finally {
        await sql`select pg_advisory_unlock(${lock})`.execute(session)
      }
    })

  return { hold: engine === 'sqlite' ? holdHere : holdInDatabase }
}
