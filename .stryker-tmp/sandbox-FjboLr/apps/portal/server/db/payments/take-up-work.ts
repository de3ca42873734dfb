// @ts-nocheck
import type { OpenDatabase } from '../open.ts'

const leasedTables = ['attempts', 'deliveries', 'refunds', 'messages'] as const

/** A call that left with the dead process may still be on its way. */
const arrivedWithinMs = 5_000

/**
 * For the start of a process. SQLite serves one at a time, so what is leased or under way then was so in a process that
 * is dead. On PostgreSQL another one may be alive with it, and time alone can tell.
 */
export async function takeUpWork({ db, engine }: OpenDatabase, now: number): Promise<void> {
  if (engine !== 'sqlite') return
  for (const table of leasedTables) {
    await db
      .updateTable(table)
      .set({ lease_until: 0 })
      .where('next_check_at', 'is not', null)
      .where('lease_until', '>', 0)
      .execute()
  }
  await db
    .updateTable('attempts')
    .set({ next_check_at: now + arrivedWithinMs })
    .where('state', '=', 'handing_over')
    .where('next_check_at', '>', now + arrivedWithinMs)
    .execute()
  await db.deleteFrom('idempotency').where('answer', 'is', null).execute()
}
