import { type Kysely, sql, type Transaction } from 'kysely'
import type { Forget } from '../../operations/retention.ts'
import { holdsContact } from '../contact-match.ts'
import { skipLocked } from '../leases.ts'
import type { OpenDatabase } from '../open.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'

/** Orders with all related rows. Their history may be deleted only together with them. */
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
    'credits',
    'reviews',
    'pin_entries',
  ] as const)
    await tx.deleteFrom(table).where('attempt_id', 'in', ids).execute()
  await tx.deleteFrom('callbacks').where('reference', 'in', ids).execute()
  await tx.deleteFrom('attempts').where('id', 'in', ids).execute()
  await tx.deleteFrom('retired_payments').where('attempt_id', 'in', ids).execute()
}

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

/** Matches the partial index that contains only such orders. */
const hasPersonalData = sql<boolean>`(${holdsContact('orders.msisdn')} or orders.account is not null)`

function personalOrdersEndedBefore(db: Kysely<Database>, before: number) {
  return ordersEndedBefore(db, before).where(hasPersonalData)
}

/** Accounting keeps reference, amount and product. An empty number was forgotten. */
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

/**
 * Orders without activity since `before` and without open work: every attempt is final and no longer checked, what was
 * captured was delivered or refunded, and nothing is in review.
 */
function ordersEndedBefore(db: Kysely<Database>, before: number) {
  return db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.created_at', '<', before)
    .where(({ eb, selectFrom }) =>
      eb(
        // Counted rather than `exists`, for which PostgreSQL reads all attempts before the first order.
        selectFrom('attempts')
          .leftJoin('deliveries', 'deliveries.attempt_id', 'attempts.id')
          .leftJoin('refunds', 'refunds.attempt_id', 'attempts.id')
          .leftJoin('credits', 'credits.attempt_id', 'attempts.id')
          .leftJoin('reviews', 'reviews.attempt_id', 'attempts.id')
          .select(({ fn }) => fn.countAll<number>().as('open'))
          .whereRef('attempts.order_id', '=', 'orders.id')
          .where(({ and, or, eb: is }) => {
            const isUnpaid = is('attempts.state', 'in', ['refused', 'expired'])
            const isFinal = and([
              is('attempts.state', 'in', ['captured', 'captured_late', 'reversed']),
              or([
                is('refunds.state', '=', 'refunded'),
                and([is('refunds.state', 'is', null), is('deliveries.state', '=', 'delivered')]),
              ]),
            ])
            return or([
              is(or([isUnpaid, isFinal]), 'is not', true),
              is('attempts.next_check_at', 'is not', null),
              is('reviews.attempt_id', 'is not', null),
              is('attempts.decided_at', '>=', before),
              is('deliveries.decided_at', '>=', before),
              is('refunds.decided_at', '>=', before),
              is('credits.next_check_at', 'is not', null),
              is('credits.decided_at', '>=', before),
            ])
          }),
        '=',
        0,
      ),
    )
}
