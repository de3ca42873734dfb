import type { Transaction } from 'kysely'
import type { Database } from '../schema.ts'

/** Whether what follows from this attempt may have been done already, before the database lost what it knew of it. */
export async function mayBeDone(tx: Transaction<Database>, attemptId: string): Promise<boolean> {
  const lost = await tx
    .selectFrom('recoveries')
    .innerJoin('attempts', (join) => join.onRef('recoveries.at', '>=', 'attempts.created_at'))
    .select('recoveries.at')
    .where('attempts.id', '=', attemptId)
    .limit(1)
    .executeTakeFirst()
  return lost !== undefined
}

/** The journal has a refund of it that was made before the database lost what it knew. */
export async function isRefundForgotten(tx: Transaction<Database>, attemptId: string): Promise<boolean> {
  const listed = await tx
    .selectFrom('unknown_payments')
    .select('reference')
    .where('reference', '=', attemptId)
    .where('calls', 'like', '%refund%')
    .executeTakeFirst()
  return listed !== undefined
}
