import type { Transaction } from 'kysely'
import type { Database } from '../schema.ts'

/** Orders with all that belongs to them. Their history may go only together with them. */
export async function removeOrders(tx: Transaction<Database>, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  const attempts = await tx.selectFrom('attempts').select('id').where('order_id', 'in', orderIds).execute()
  const ids = attempts.map(({ id }) => id)
  if (ids.length > 0) await removeAttempts(tx, ids)
  await tx.deleteFrom('orders').where('id', 'in', orderIds).execute()
}

async function removeAttempts(tx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  const retired = ids.map((attempt_id) => ({ attempt_id }))
  await tx
    .insertInto('retired_payments')
    .values(retired)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const table of [
    'corrections',
    'events',
    'messages',
    'mails',
    'deliveries',
    'refunds',
    'reviews',
    'pin_entries',
  ] as const)
    await tx.deleteFrom(table).where('attempt_id', 'in', ids).execute()
  await tx.deleteFrom('callbacks').where('reference', 'in', ids).execute()
  await tx.deleteFrom('attempts').where('id', 'in', ids).execute()
  await tx.deleteFrom('retired_payments').where('attempt_id', 'in', ids).execute()
}
