import { isLeadUndeliverable } from '@nyanja/domain/leads/lead-states'
import {
  type CapturedGoods,
  componentAfterCapture,
  deliveryStateAfterLoss,
  type LostHistory,
  refundStateAfterLoss,
} from '@nyanja/domain/payments/payment-states'
import { undeliverableReason } from '@nyanja/domain/payments/review-resolutions'
import type { Selectable, Transaction } from 'kysely'
import type { Attempt, Delivery } from '../../payments/attempt.ts'
import type { Database } from '../schema.ts'
import { moveDelivery, moveRefund, recordEvent } from './move-state.ts'
import { postMessage } from './outbox.ts'
import { toBill, toBundle, toPlan } from './rows.ts'
import type { OrderTable } from './tables.ts'

/** Locks the lead until the transaction ends, so that it does not end in the meantime. */
export async function isUndeliverable(tx: Transaction<Database>, leadReference: string | null): Promise<boolean> {
  if (leadReference === null) return false
  const lead = await tx
    .updateTable('leads')
    .set((row) => ({ moves: row.ref('moves') }))
    .where('reference', '=', leadReference)
    .returning('stage')
    .executeTakeFirst()
  return lead !== undefined && isLeadUndeliverable(lead.stage)
}

export async function reviewUndeliverable(tx: Transaction<Database>, attemptId: string, at: number): Promise<void> {
  await tx
    .insertInto('reviews')
    .values({ attempt_id: attemptId, reason: undeliverableReason, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** In the transaction that ends the lead. Deliveries still in progress are examined once they complete. */
export async function reviewPaymentOf(
  tx: Transaction<Database>,
  leadReference: string,
  at: number,
): Promise<'paid' | 'unpaid'> {
  const kept = await tx
    .selectFrom('deliveries')
    .leftJoin('refunds', 'refunds.attempt_id', 'deliveries.attempt_id')
    .select('deliveries.attempt_id as attemptId')
    .where('deliveries.lead_reference', '=', leadReference)
    .where('deliveries.state', '=', 'delivered')
    .where('refunds.attempt_id', 'is', null)
    .executeTakeFirst()
  if (kept === undefined) return 'unpaid'
  await reviewUndeliverable(tx, kept.attemptId, at)
  return 'paid'
}

function productCodeOf({ bundle_json, plan_json }: Selectable<OrderTable>): string | null {
  if (plan_json !== null) return toPlan(plan_json).code
  return bundle_json === null ? null : toBundle(bundle_json).productCode
}

/** Begins what follows a capture, in the transaction of the capture. */
export async function beginComponent(tx: Transaction<Database>, attempt: Attempt, at: number): Promise<void> {
  const component = componentAfterCapture[await claimGoods(tx, attempt, at)]
  return component === 'refund' ? beginRefund(tx, attempt, at) : beginDelivery(tx, attempt, at)
}

/** Adds the delivery of the goods, due at once, unless another capture has one, of this order or of another. */
async function claimGoods(tx: Transaction<Database>, attempt: Attempt, at: number): Promise<CapturedGoods> {
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', attempt.orderId).executeTakeFirstOrThrow()
  if (await isUndeliverable(tx, order.lead_reference)) return 'undeliverable'
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('deliveries')
    .values({
      attempt_id: attempt.id,
      order_id: attempt.orderId,
      kind: order.kind ?? 'airtime',
      msisdn: order.msisdn,
      product_code: productCodeOf(order),
      bill_json: order.bill_json,
      account: order.bill_json === null ? null : toBill(order.bill_json).account,
      lead_reference: order.lead_reference,
      remaining_minor: null,
      // The ordered amount, in any currency of payment.
      amount_minor: order.amount_minor ?? attempt.amount.minor,
      currency: order.currency ?? attempt.amount.currency,
      state: 'due',
      bss_reference: null,
      reason: null,
      created_at: at,
      sent_at: null,
      decided_at: null,
      next_check_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? 'claimed' : 'taken'
}

async function beginDelivery(tx: Transaction<Database>, { id }: Attempt, at: number): Promise<void> {
  await recordEvent(tx, { attemptId: id, component: 'delivery', from: 'none', to: 'due', at })
  const due = { attemptId: id, state: 'due', sends: 0 } as const
  const state = deliveryStateAfterLoss[await findLostHistory(tx, id)]
  if (state === 'impossible') await refundInstead(tx, due, { reason: 'refunded_before_restore', at })
  if (state === 'sending')
    await moveDelivery(tx, due, { to: 'sending', at, detail: 'after_restore', columns: { sends: 1, sent_at: at } })
  await tx.updateTable('attempts').set({ pays_order: 1 }).where('id', '=', id).execute()
}

interface Ending {
  readonly reason: string
  readonly at: number
}

/** Ends the delivery and returns the gateway that refunds, unless the delivery has changed. */
export async function refundInstead(
  tx: Transaction<Database>,
  delivery: Pick<Delivery, 'attemptId' | 'state' | 'sends'>,
  { reason, at }: Ending,
): Promise<string | undefined> {
  const columns = { reason, decided_at: at, next_check_at: null, lease_until: 0 }
  if (!(await moveDelivery(tx, delivery, { to: 'impossible', at, columns }))) return undefined
  const { gateway } = await tx
    .selectFrom('attempts')
    .select('gateway')
    .where('id', '=', delivery.attemptId)
    .executeTakeFirstOrThrow()
  await beginRefund(tx, { id: delivery.attemptId, gateway }, at)
  await postMessage(tx, delivery.attemptId, 'refundBegun', at)
  return gateway
}

export async function beginRefund(
  tx: Transaction<Database>,
  { id, gateway, partMinor = null }: Pick<Attempt, 'id' | 'gateway'> & { readonly partMinor?: number | null },
  at: number,
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      attempt_id: id,
      gateway,
      amount_minor: partMinor,
      state: 'due',
      created_at: at,
      decided_at: null,
      next_check_at: at,
    })
    .execute()
  await recordEvent(tx, { attemptId: id, component: 'refund', from: 'none', to: 'due', at })
  if (refundStateAfterLoss[await findLostHistory(tx, id)] === 'requesting') {
    const due = { attemptId: id, state: 'due', tries: 0 } as const
    await moveRefund(tx, due, { to: 'requesting', at, detail: 'after_restore', columns: { tries: 1 } })
  }
}

/** Whether this attempt's effects may have happened before the database lost its records of them. */
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

async function findLostHistory(tx: Transaction<Database>, attemptId: string): Promise<LostHistory> {
  if (await isRefundForgotten(tx, attemptId)) return 'refund'
  return (await mayBeDone(tx, attemptId)) ? 'anything' : 'nothing'
}

/** The journal has a refund of it from before the database lost its records. */
async function isRefundForgotten(tx: Transaction<Database>, attemptId: string): Promise<boolean> {
  const listed = await tx
    .selectFrom('unknown_payments')
    .select('reference')
    .where('reference', '=', attemptId)
    .where('calls', 'like', '%refund%')
    .executeTakeFirst()
  return listed !== undefined
}
