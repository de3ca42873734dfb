import type { AcknowledgedCommits } from '@nyanja/database/acknowledged-commits'
import { type DatabaseAddress, openDatabase as openWithEngine, type Product } from '@nyanja/database/open'
import type { Lost } from '@nyanja/database/server-identity'
import type { Transaction } from 'kysely'
import { recordStatement } from '../common/tracing.ts'
import { personalColumns } from './personal-columns.ts'
import { enterRecovery } from './recovery/recovery-store.ts'
import type { Database, OpenDatabase } from './schema.ts'

/** Processes that find the same change enter one recovery. */
async function beginRecovery(tx: Transaction<Database>, { at, since, before, change }: Lost): Promise<void> {
  const entered = await tx
    .selectFrom('recoveries')
    .select('at')
    .where('reason', 'like', `% ${change}`)
    .executeTakeFirst()
  if (entered === undefined) await enterRecovery(tx, { at, since, reason: `${before} ${change}`, who: 'portal' })
}

/** The facts that the engine needs about the portal's tables. */
export const product: Product = {
  personalColumns,
  recovering: { table: 'attempts', begin: beginRecovery },
  ended: recordStatement,
}

interface OpenOptions {
  /**
   * The commits of a process that moves money: a PostgreSQL that has taken over is used only once it is compared with
   * these.
   */
  readonly commits?: AcknowledgedCommits
}

/** Opens the portal's database. */
export function openDatabase(address: DatabaseAddress, options: OpenOptions = {}): OpenDatabase {
  return openWithEngine<Database>(address, { ...options, product })
}
