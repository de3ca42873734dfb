import { migrations } from '../db/migrations/all.ts'
import type { OpenDatabase } from '../db/open.ts'
import { unreadRecoveries } from '../db/operations/recovery-store.ts'
import { countWaiting } from '../db/operations/review-store.ts'
import { oldestDue } from '../db/payments/due-work.ts'
import { withVisitorTimeouts } from '../db/transaction.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** Why this process is not ready, for a load balancer; undefined when it is ready. */
export async function listReadinessFaults(
  database: OpenDatabase,
  drain: { readonly isDraining: boolean },
): Promise<string[]> {
  const faults = await withVisitorTimeouts(() => databaseFaults(database))
  return drain.isDraining ? ['draining', ...faults] : faults
}

async function databaseFaults(database: OpenDatabase): Promise<string[]> {
  const applied = await database.db
    .selectFrom('migration')
    .select('name')
    .execute()
    .catch(() => undefined)
  if (applied === undefined) return ['database']
  // During a rolling release the database may already have a newer schema than this process.
  if (migrations.some(({ name }) => applied.every((one) => one.name !== name))) return ['migrations']
  return (await database.takesWrites().catch(() => false)) ? [] : ['database writes']
}

type Figures = Pick<Metrics, 'setLateness' | 'setWaiting' | 'setUnreadRecoveries'>

/** They keep their last values while the database is unavailable, when the other figures are needed most. */
export async function readDatabaseFigures(
  { db }: Pick<OpenDatabase, 'db'>,
  { setLateness, setWaiting, setUnreadRecoveries }: Figures,
  now: number,
): Promise<void> {
  try {
    for (const { kind, at = now } of await oldestDue(db)) setLateness(kind, Math.max(0, now - at) / 1000)
    for (const [kind, count] of Object.entries(await countWaiting(db))) setWaiting(kind, count)
    setUnreadRecoveries(await unreadRecoveries(db))
  } catch {
    // `/readyz` names the database, and each failed request is logged.
  }
}
