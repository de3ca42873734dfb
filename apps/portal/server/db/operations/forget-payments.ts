import { type Kysely, sql, type Transaction } from 'kysely'
import type { Forget } from '../../operations/retention-store.ts'
import { skipLocked } from '../leases.ts'
import type { OpenDatabase } from '../open.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { ordersEndedBefore } from './ended-orders.ts'
import { removeOrders } from './remove-orders.ts'

type Handle = Pick<OpenDatabase, 'db' | 'engine'>
type Remove = (tx: Transaction<Database>, orderIds: readonly string[]) => Promise<void>

function inBatches({ db, engine }: Handle, query: typeof ordersEndedBefore, remove: Remove): Forget {
  return ({ before, limit }) =>
    transaction(db, async (tx) => {
      const orders = await query(tx, before)
        .orderBy('orders.created_at')
        .limit(limit)
        .modifyEnd(skipLocked[engine])
        .execute()
      const ids = orders.map(({ id }) => id)
      if (ids.length > 0) await remove(tx, ids)
      return { rows: ids.length, isDone: ids.length < limit }
    })
}

/** In the words of the index that holds only such orders. */
const hasPersonalData = sql<boolean>`(orders.msisdn <> '' or orders.account is not null)`

function personalOrdersEndedBefore(db: Kysely<Database>, before: number) {
  return ordersEndedBefore(db, before).where(hasPersonalData)
}

/** The books keep reference, amount and product. An empty number is one that was forgotten. */
const erase: Remove = async (tx, orderIds) => {
  const attempts = tx.selectFrom('attempts').select('id').where('order_id', 'in', orderIds)
  await tx.deleteFrom('messages').where('attempt_id', 'in', attempts).execute()
  await tx.deleteFrom('mails').where('attempt_id', 'in', attempts).execute()
  await tx.updateTable('corrections').set({ wanted_msisdn: '' }).where('attempt_id', 'in', attempts).execute()
  await tx
    .updateTable('deliveries')
    .set({ msisdn: '', bill_json: null, account: null })
    .where('order_id', 'in', orderIds)
    .execute()
  await tx.updateTable('attempts').set({ payer_msisdn: '', email: null }).where('order_id', 'in', orderIds).execute()
  await tx
    .updateTable('orders')
    .set({ msisdn: '', account: null, email: null, bill_json: null })
    .where('id', 'in', orderIds)
    .execute()
}

export function forgetPersonalData(handle: Handle): Forget {
  return inBatches(handle, personalOrdersEndedBefore, erase)
}

export function forgetPayments(handle: Handle): Forget {
  return inBatches(handle, ordersEndedBefore, removeOrders)
}
