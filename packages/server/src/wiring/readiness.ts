import { withVisitorTimeouts } from '@nyanja/database/transaction'
import { computeCount } from '@nyanja/domain/rate-limits/rate-limit'
import { readLogArchive } from '../db/log-archive.ts'
import { migrations } from '../db/migrations/all.ts'
import { readLastBackup } from '../db/node-reports.ts'
import { oldestDue } from '../db/payments/due-work.ts'
import { countWaiting } from '../db/payments/waiting-work.ts'
import { readCounts } from '../db/rate-limits/rate-counters.ts'
import { unreadRecoveries } from '../db/recovery/recovery-store.ts'
import type { OpenDatabase } from '../db/schema.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { keysOf } from '../rate-limits/rate-limits.ts'

/** Lists why this process is not ready, for a load balancer: undefined when it is ready. */
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

type Figures = Pick<
  Metrics,
  'setLateness' | 'setWaiting' | 'setUnreadRecoveries' | 'setCodeBudgetUsed' | 'setLogArchiveFailing' | 'setLastBackup'
>

/** Returns the share of the hourly code messages that all callers together have used. */
async function readCodeBudget(db: OpenDatabase['db'], at: number): Promise<number> {
  const [shared] = keysOf('code_message', 'requests', { target: [] }).filter(({ dimension }) => dimension === 'all')
  if (shared?.limit.hardLimit === undefined) return 0
  const counts = await readCounts(db, [shared.rateKey], at)
  return computeCount(shared.limit, counts.get(shared.rateKey.key)) / shared.limit.hardLimit
}

/** Reads what waits for workers and for people, from the database. */
export async function readWorkFigures({ db }: Pick<OpenDatabase, 'db'>, now: number) {
  const [due, waiting, recoveries, codeBudgetUsed] = await Promise.all([
    oldestDue(db),
    countWaiting(db),
    unreadRecoveries(db),
    readCodeBudget(db, now),
  ])
  return { due, waiting, unreadRecoveries: recoveries, codeBudgetUsed }
}

/**
 * Reads the figures, which keep their last values while the database is unavailable, when the others are needed most.
 */
export async function readDatabaseFigures(
  database: Pick<OpenDatabase, 'db' | 'engine'>,
  metrics: Figures,
  now: number,
): Promise<void> {
  try {
    const figures = await readWorkFigures(database, now)
    for (const { kind, at = now } of figures.due) metrics.setLateness(kind, Math.max(0, now - at) / 1000)
    for (const [kind, count] of Object.entries(figures.waiting)) metrics.setWaiting(kind, count)
    metrics.setUnreadRecoveries(figures.unreadRecoveries)
    metrics.setCodeBudgetUsed(figures.codeBudgetUsed)
    metrics.setLastBackup(await readLastBackup(database.db))
    if (database.engine === 'postgres') metrics.setLogArchiveFailing((await readLogArchive(database.db)).isFailing)
  } catch {
    // `/readyz` names the database, and each failed request is logged.
  }
}
