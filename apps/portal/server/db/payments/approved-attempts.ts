import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** Those whose money was taken, whatever became of it. */
export async function approvedAmong(db: Kysely<Database>, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('attempts')
    .select('id')
    .where('id', 'in', [...ids])
    .where('state', 'in', ['captured', 'captured_late', 'reversed'])
    .execute()
  return rows.map(({ id }) => id)
}
