// @ts-nocheck
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Forget } from '../../operations/retention-store.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { removeOrders } from './remove-orders.ts'

const kind = 'unpaid_orders'

/** Locks the mark, so that those who do the same at once come one after the other. */
async function lockMark(tx: Transaction<Database>): Promise<number> {
  const { up_to } = await tx
    .updateTable('retention_marks')
    .set({ up_to: sql`up_to` })
    .where('kind', '=', kind)
    .returning('up_to')
    .executeTakeFirstOrThrow()
  return up_to
}

/** Orders of which no provider ever heard: money can never come for them. */
async function untouchedOrders(tx: Transaction<Database>, { after, upTo }: { after: number; upTo: number }) {
  const rows = await tx
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.created_at', '>', after)
    .where('orders.created_at', '<=', upTo)
    .where(({ eb, selectFrom }) =>
      eb(
        selectFrom('attempts')
          .select(({ fn }) => fn.countAll<number>().as('touched'))
          .whereRef('attempts.order_id', '=', 'orders.id')
          .where((where) =>
            where.or([where('handed_over_at', 'is not', null), where('next_check_at', 'is not', null)]),
          ),
        '=',
        0,
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Each order is looked at once, when it is old enough; a mark says how far. What has been handed over to a provider by
 * then is kept as a payment.
 */
export function forgetUnpaidOrders(db: Kysely<Database>): Forget {
  return ({ before, limit }) =>
    transaction(db, async (tx) => {
      const after = await lockMark(tx)
      const last = await tx
        .selectFrom('orders')
        .select('created_at')
        .where('created_at', '>', after)
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(1)
        .offset(limit - 1)
        .executeTakeFirst()
      const upTo = last?.created_at ?? Math.max(after, before - 1)
      const ids = await untouchedOrders(tx, { after, upTo })
      await removeOrders(tx, ids)
      await tx.updateTable('retention_marks').set({ up_to: upTo }).where('kind', '=', kind).execute()
      return { rows: ids.length, isDone: last === undefined }
    })
}
