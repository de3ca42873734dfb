import { migrations } from '../db/migrations/all.ts'
import type { OpenDatabase } from '../db/open.ts'
import { withVisitorTimeouts } from '../db/timeouts.ts'

/** What keeps this process from serving visitors, as a load balancer asks it; nothing when it is ready. */
export async function faultsOf(database: OpenDatabase, drain: { readonly isDraining: boolean }): Promise<string[]> {
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
  // During a rolling release the database may already be ahead of this process.
  if (applied.length < migrations.length) return ['migrations']
  return (await database.takesWrites().catch(() => false)) ? [] : ['database writes']
}
