import { processLockClass } from '@nyanja/database/process-lock'
import { forgetProcess, registeredProcesses } from '@nyanja/database/server-identity'
import { transaction } from '@nyanja/database/transaction'
import { second } from '@nyanja/domain/time'
import { type Kysely, sql } from 'kysely'
import { createPeriodicQueue } from '../../common/periodic-queue.ts'
import type { Database, OpenDatabase } from '../schema.ts'

const leasedTables = [
  'attempts',
  'deliveries',
  'refunds',
  'credits',
  'takebacks',
  'messages',
  'mails',
  'leads',
  'submissions',
] as const

/** A call that the dead process sent may still arrive. */
const arrivedWithinMs = 5_000

/**
 * Releases the leases of dead processes. SQLite serves one process at a time, so at its start no other one is alive. On
 * PostgreSQL a process is dead when the lock with its name is free (`process-lock.ts`).
 */
export async function recoverWork(database: OpenDatabase, now: number): Promise<void> {
  const { db, engine, processId } = database
  if (engine === 'sqlite') {
    return freeWork(db, now)
  }
  await database.register()
  for (const holder of await holdersBeside(db, processId))
    await transaction(db, async (tx) => {
      if (await isDead(tx, holder)) await freeWork(tx, now, holder)
    })
}

async function holdersBeside(db: Kysely<Database>, processId: number): Promise<readonly number[]> {
  const found = await Promise.all(
    leasedTables.map((table) =>
      db
        .selectFrom(table)
        .select('held_by')
        .distinct()
        .where('next_check_at', 'is not', null)
        .where('held_by', 'is not', null)
        .execute(),
    ),
  )
  const calls = await db.selectFrom('idempotency').select('held_by').distinct().where('answer', 'is', null).execute()
  const registered = await registeredProcesses(db)
  const holders = new Set([...registered, ...[...found.flat(), ...calls].flatMap(({ held_by }) => held_by ?? [])])
  holders.delete(processId)
  return [...holders]
}

async function isDead(db: Kysely<Database>, holder: number): Promise<boolean> {
  const { rows } = await sql<{ readonly is_dead: boolean }>`
    select pg_try_advisory_xact_lock(${processLockClass}::int, ${holder}::int) as is_dead`.execute(db)
  return rows[0]?.is_dead === true
}

/** Frees the work of one holder, or of all. */
async function freeWork(db: Kysely<Database>, now: number, holder?: number): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ next_check_at: now + arrivedWithinMs })
    .where('state', '=', 'handing_over')
    .where('next_check_at', '>', now + arrivedWithinMs)
    .$if(holder !== undefined, (update) => update.where('held_by', '=', holder ?? 0))
    .execute()
  for (const table of leasedTables) {
    await db
      .updateTable(table)
      .set({ lease_until: 0, held_by: null })
      .where('next_check_at', 'is not', null)
      .where('held_by', 'is not', null)
      .$if(holder !== undefined, (update) => update.where('held_by', '=', holder ?? 0))
      .execute()
  }
  await db
    .deleteFrom('idempotency')
    .where('answer', 'is', null)
    .$if(holder !== undefined, (calls) => calls.where('held_by', '=', holder ?? 0))
    .execute()
  if (holder !== undefined) await forgetProcess(db, holder)
}

/** Makes a worker queue that periodically recovers the work of dead processes. */
export function createOrphanQueue(recoverOrphans: () => Promise<void>, now: () => number) {
  return createPeriodicQueue({
    ...{ name: 'recover orphans', pauseMs: 5 * second, now },
    async work() {
      await recoverOrphans()
      return false
    },
  })
}
