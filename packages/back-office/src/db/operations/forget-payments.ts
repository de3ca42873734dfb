import { skipLocked } from '@nyanja/database/leases'
import { transaction } from '@nyanja/database/transaction'
import { holdsContact } from '@nyanja/server/db/contact-match'
import { dropEventMonth, type EventMonth, eventMonthsBefore } from '@nyanja/server/db/payments/event-months'
import { creditEnding } from '@nyanja/server/payments/credits'
import { expressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import type { Forget } from '../../operations/retention.ts'
import type { Database, DatabaseHandle } from '../schema.ts'

/** Removes orders with all related rows. Their history may be deleted only together with them. */
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
    'reminders',
    'corrections',
    'events',
    'messages',
    'mails',
    'deliveries',
    'refunds',
    'credits',
    'takebacks',
    'reviews',
    'pin_entries',
  ] as const)
    await tx.deleteFrom(table).where('attempt_id', 'in', ids).execute()
  await tx.deleteFrom('callbacks').where('reference', 'in', ids).execute()
  await tx.deleteFrom('attempts').where('id', 'in', ids).execute()
  await tx.deleteFrom('retired_payments').where('attempt_id', 'in', ids).execute()
}

type Remove = (tx: Transaction<Database>, orderIds: readonly string[]) => Promise<void>

function inBatches({ db, engine }: DatabaseHandle, query: typeof ordersEndedBefore, remove: Remove): Forget {
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

/** The condition that matches the partial index of only such orders. */
const hasPersonalData = sql<boolean>`(${holdsContact('orders.msisdn')} or orders.account is not null
  or orders.items_json is not null)`

function personalOrdersEndedBefore(db: Kysely<Database>, before: number) {
  return ordersEndedBefore(db, before).where(hasPersonalData)
}

/** Accounting keeps reference, amount and product. An empty number was forgotten. */
const erase: Remove = async (tx, orderIds) => {
  const attempts = tx.selectFrom('attempts').select('id').where('order_id', 'in', orderIds)
  await tx.deleteFrom('messages').where('attempt_id', 'in', attempts).execute()
  await tx.deleteFrom('mails').where('attempt_id', 'in', attempts).execute()
  await tx.deleteFrom('reminders').where('attempt_id', 'in', attempts).execute()
  await tx.updateTable('corrections').set({ wanted_msisdn: '' }).where('attempt_id', 'in', attempts).execute()
  await tx
    .updateTable('deliveries')
    .set({ msisdn: '', bill_json: null, items_json: null, account: null })
    .where('order_id', 'in', orderIds)
    .execute()
  await tx.deleteFrom('order_numbers').where('order_id', 'in', orderIds).execute()
  await tx.updateTable('attempts').set({ payer_msisdn: '', email: null }).where('order_id', 'in', orderIds).execute()
  await tx
    .updateTable('orders')
    .set({ msisdn: '', account: null, email: null, bill_json: null, items_json: null, gift_message: null })
    .where('id', 'in', orderIds)
    .execute()
}

export function forgetPersonalData(handle: DatabaseHandle): Forget {
  return inBatches(handle, personalOrdersEndedBefore, erase)
}

export function forgetPayments(handle: DatabaseHandle): Forget {
  const forgetRows = inBatches(handle, ordersEndedBefore, removeOrders)
  return handle.engine === 'sqlite' ? forgetRows : inMonths(handle, forgetRows)
}

/**
 * Forgets whole months, so that their history is dropped before their payments are deleted. A month with many payments
 * that are not past their time keeps its partition, and loses the others one by one.
 */
function inMonths(handle: DatabaseHandle, forgetRows: Forget): Forget {
  let examined = { before: 0, names: new Set<string>() }

  async function dropNext(before: number): Promise<'dropped' | 'locked' | undefined> {
    if (examined.before !== before) examined = { before, names: new Set() }
    for (const month of await eventMonthsBefore(handle, before)) {
      if (examined.names.has(month.name)) continue
      const outcome = await dropEventMonth(handle, month, (tx, { low, high }, limit) =>
        attemptsNotEnded(tx, { low, high, before }).limit(limit).execute(),
      )
      if (outcome !== 'kept') return outcome
      examined.names.add(month.name)
    }
    return undefined
  }

  return async ({ before, limit }) => {
    const dropped = await dropNext(before)
    if (dropped !== undefined) return { rows: 0, isDone: dropped === 'locked' }
    return forgetRows({ before: startOfMonth(before), limit })
  }
}

/**
 * Computes the start of a month in UTC, as that of the partitions. Earlier payments may have lost their history
 * already.
 */
export function startOfMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

type Month = Pick<EventMonth, 'low' | 'high'>

function attemptsNotEnded(db: Transaction<Database>, { low, high, before }: Month & { readonly before: number }) {
  return db
    .selectFrom('attempts as of_month')
    .innerJoin('orders', 'orders.id', 'of_month.order_id')
    .select('of_month.id')
    .where('of_month.id', '>=', low)
    .where('of_month.id', '<', high)
    .where((order) => order(openAttempts(before), '>', 0))
}

/** Orders without activity since `before` and without open work. */
function ordersEndedBefore(db: Kysely<Database>, before: number) {
  return db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.created_at', '<', before)
    .where((order) => order(openAttempts(before), '=', 0))
}

/**
 * Counts the attempts of the order in question that are not final, are still checked, hold money that was neither
 * delivered nor given back, wait for a person, or have changed since. A count replaces `exists`, for which PostgreSQL
 * reads all attempts before the first order.
 */
function openAttempts(before: number) {
  const { selectFrom } = expressionBuilder<Database, 'orders'>()
  return selectFrom('attempts')
    .leftJoin('deliveries', 'deliveries.attempt_id', 'attempts.id')
    .leftJoin('refunds', 'refunds.attempt_id', 'attempts.id')
    .leftJoin('credits', 'credits.attempt_id', 'attempts.id')
    .leftJoin('takebacks', 'takebacks.attempt_id', 'attempts.id')
    .leftJoin('reviews', 'reviews.attempt_id', 'attempts.id')
    .leftJoin('corrections', 'corrections.attempt_id', 'attempts.id')
    .leftJoin('staff_requests', 'staff_requests.subject', 'attempts.reference')
    .leftJoin('reconciliation_cases as differences', (join) =>
      join.on(({ eb: is }) =>
        is('differences.subject', 'in', [
          sql.ref<string>('attempts.id'),
          sql<string>`attempts.id || cast(${creditEnding} as text)`,
        ]),
      ),
    )
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
        is('takebacks.next_check_at', 'is not', null),
        is('takebacks.decided_at', '>=', before),
        is('corrections.state', '=', 'asked'),
        is('staff_requests.state', '=', 'open'),
        is('differences.state', '<>', 'closed'),
      ])
    })
}
