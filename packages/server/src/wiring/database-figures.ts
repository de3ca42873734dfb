import type { OpenDatabase } from '../db/open.ts'
import { countWaiting } from '../db/operations/count-waiting.ts'
import { unreadRecoveries } from '../db/operations/recovery-store.ts'
import { oldestDue } from '../db/payments/oldest-due.ts'
import type { Metrics } from '../metrics/metrics.ts'

type Figures = Pick<Metrics, 'setLateness' | 'setWaiting' | 'setUnreadRecoveries'>

/** They keep their last values while the database is away: the other figures are needed most of all then. */
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
    // `/readyz` names the database, and each request that it fails stands in the log.
  }
}
