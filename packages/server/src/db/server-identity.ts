import { day } from '@nyanja/domain/time'
import { CompiledQuery, type DatabaseConnection, type Kysely } from 'kysely'
import { enterRecovery } from './operations/recovery-store.ts'
import type { Database } from './schema.ts'
import { transaction } from './transaction.ts'

/** Commits within this time before the change may be missing on a server that has taken over. */
const lostWithinMs = day

const question = CompiledQuery.raw(`
  select
    case when not pg_is_in_recovery() then
      (select system_identifier from pg_control_system())::text || ' ' ||
      substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
    end as identity,
    (select identity from database_servers where what = 'current') as recorded,
    (extract(epoch from clock_timestamp()) * 1000)::bigint as now`)

interface Answer {
  readonly identity: string | null
  readonly recorded: string | null
  readonly now: number
}

/** Tables that do not exist yet, and a server that does not report its identity. */
const unasked: ReadonlySet<unknown> = new Set(['42P01', '42501'])

/**
 * Runs on each new connection before anything else: a server whose identifier or timeline differs from the recorded one
 * was restored or has taken over, and may lack the last commits. `openOther` opens a handle without this check.
 */
export async function checkIdentity(connection: DatabaseConnection, openOther: () => Kysely<Database>): Promise<void> {
  const answer = await connection.executeQuery<Answer>(question).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && unasked.has(error.code)) return undefined
    throw error
  })
  const [row] = answer?.rows ?? []
  if (row === undefined || row.identity === null || row.identity === row.recorded) return
  const db = openOther()
  try {
    await recordIdentity(db, { ...row, identity: row.identity })
  } finally {
    await db.destroy()
  }
}

/** Of several connections that notice it at the same time one starts the recovery, and the others wait for it. */
async function recordIdentity(
  db: Kysely<Database>,
  { identity, recorded, now: at }: Answer & { readonly identity: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    if (recorded === null) {
      const first = tx.insertInto('database_servers').values({ what: 'current', identity })
      await first.onConflict((conflict) => conflict.doNothing()).execute()
      return
    }
    const { numUpdatedRows } = await tx
      .updateTable('database_servers')
      .set({ identity })
      .where('what', '=', 'current')
      .where('identity', '=', recorded)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 1n)
      await enterRecovery(tx, { at, since: at - lostWithinMs, reason: `${recorded} is now ${identity}`, who: 'portal' })
  })
}
