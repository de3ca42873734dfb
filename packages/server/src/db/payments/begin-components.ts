import { changeTogether, one } from '@nyanja/database/change-together'
import { isLeadUndeliverable } from '@nyanja/domain/leads/lead-states'
import { money } from '@nyanja/domain/money/money'
import { toDeliveryItem } from '@nyanja/domain/payments/order-items'
import {
  type CapturedGoods,
  componentAfterCapture,
  deliveryStateAfterLoss,
  type LostHistory,
  refundStateAfterLoss,
} from '@nyanja/domain/payments/payment-states'
import { undeliverableReason } from '@nyanja/domain/payments/review-resolutions'
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { Attempt, Delivery, FirstCall, SentDelivery } from '../../payments/attempt.ts'
import type { Database } from '../schema.ts'
import { type AttemptMove, eventRow, moveDelivery, moveRefund, recordEvent } from './move-state.ts'
import { postMessage } from './outbox.ts'
import { orderColumns, toBill, toBundle, toItems, toPlan } from './rows.ts'
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

/**
 * Begins the review in the transaction that ends the lead. Deliveries still in progress are examined once they
 * complete.
 */
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

function productCodeOf({ bundle_json, plan_json }: Pick<OrderTable, 'bundle_json' | 'plan_json'>): string | null {
  if (plan_json !== null) return toPlan(plan_json).code
  return bundle_json === null ? null : toBundle(bundle_json).productCode
}

/** Reads what a capture of the attempt would deliver. */
export async function readGoods(db: Kysely<Database>, attempt: Attempt): Promise<Delivery> {
  const order = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('id', '=', attempt.orderId)
    .executeTakeFirstOrThrow()
  const productCode = productCodeOf(order)
  return {
    attemptId: attempt.id,
    reference: attempt.reference,
    kind: order.kind ?? 'airtime',
    msisdn: order.msisdn,
    // The ordered amount, in any currency of payment.
    amount: money(order.currency ?? attempt.amount.currency, order.amount_minor ?? attempt.amount.minor),
    ...(productCode !== null && { productCode }),
    ...(order.bill_json !== null && { bill: toBill(order.bill_json) }),
    ...(order.items_json !== null && { items: toItems(order.items_json).map(toDeliveryItem) }),
    ...(order.lead_reference !== null && { leadReference: order.lead_reference }),
    state: 'due',
    sends: 0,
    lookups: 0,
    createdAt: attempt.createdAt,
  }
}

export interface LeasedCall extends FirstCall {
  /** The id of the process. */
  readonly heldBy: number
}

interface Beginning {
  readonly first?: LeasedCall | undefined
  /** The changed values of the goods, where another amount was received than was asked for. */
  readonly change?: Partial<Pick<Delivery, 'amount' | 'excess'>>
}

/**
 * Begins the component that follows a capture, in the transaction of the capture. Returns the delivery that begins as
 * sent.
 */
export async function beginComponent(
  tx: Transaction<Database>,
  attempt: Attempt,
  at: number,
  { first, change = {} }: Beginning = {},
): Promise<SentDelivery | undefined> {
  const { id } = attempt
  const goods = { ...(first?.goods ?? (await readGoods(tx, attempt))), ...change }
  const state = deliveryStateAfterLoss[await findLostHistory(tx, id)]
  const call = state === 'due' ? first : undefined
  const component = componentAfterCapture[await claimGoods(tx, attempt, { goods, at, call })]
  if (component === 'refund') {
    await beginRefund(tx, attempt, at)
    return undefined
  }
  const due = { attemptId: id, state: 'due', sends: 0 } as const
  if (state === 'impossible') await refundInstead(tx, due, { reason: 'refunded_before_restore', at })
  if (state === 'sending')
    await moveDelivery(tx, due, { to: 'sending', at, detail: 'after_restore', columns: { sends: 1, sent_at: at } })
  return call && { ...goods, state: 'sending', sends: 1, createdAt: at, sentAt: at }
}

interface Claiming {
  readonly goods: Delivery
  readonly at: number
  readonly call: LeasedCall | undefined
}

/** Makes a row that is due at once, or sent by this process if it has prepared the call. */
function deliveryRow({ id, orderId }: Pick<Attempt, 'id' | 'orderId'>, { goods, at, call }: Claiming) {
  const { kind, msisdn, amount, productCode = null, bill, items, leadReference = null, excess } = goods
  return {
    attempt_id: id,
    order_id: orderId,
    kind,
    msisdn,
    product_code: productCode,
    bill_json: bill === undefined ? null : JSON.stringify(bill),
    items_json: items === undefined ? null : JSON.stringify(items),
    account: bill?.account ?? null,
    lead_reference: leadReference,
    remaining_minor: null,
    bss_reference: null,
    reason: null,
    decided_at: null,
    amount_minor: amount.minor,
    currency: amount.currency,
    created_at: at,
    next_check_at: at,
    ...(excess && { excess_minor: excess.minor, excess_way: excess.way }),
    ...(call === undefined
      ? ({ state: 'due', sent_at: null } as const)
      : ({ state: 'sending', sends: 1, sent_at: at, lease_until: call.leaseUntil, held_by: call.heldBy } as const)),
  }
}

const dueEvent = (attemptId: string, at: number) =>
  ({ attemptId, component: 'delivery', from: 'none', to: 'due', at }) as const
const sentEvent = (attemptId: string, at: number) =>
  ({ attemptId, component: 'delivery', from: 'due', to: 'sending', at }) as const

/** Begins a delivery as sent, for a capture that adds it itself. */
export function beginAsSent(attempt: Attempt, { first, at }: { readonly first: LeasedCall; readonly at: number }) {
  const row = deliveryRow(attempt, { goods: first.goods, at, call: first })
  return {
    causes: [{ into: 'deliveries', rows: [row] }],
    begun: [dueEvent(attempt.id, at), sentEvent(attempt.id, at)],
  } satisfies Pick<AttemptMove, 'causes' | 'begun'>
}

/** Adds the delivery of the goods, due at once, unless another capture has one, of this order or of another. */
async function claimGoods(
  tx: Transaction<Database>,
  { id, orderId }: Attempt,
  { goods, at, call }: Claiming,
): Promise<CapturedGoods> {
  if (await isUndeliverable(tx, goods.leadReference ?? null)) return 'undeliverable'
  const attempt = { id, orderId }
  const isClaimed = await changeTogether(
    tx,
    (handle) =>
      handle
        .insertInto('deliveries')
        .values(deliveryRow(attempt, { goods, at, call }))
        .onConflict((conflict) => conflict.doNothing())
        .returning(one),
    [
      { into: 'events', rows: [dueEvent(id, at), ...(call === undefined ? [] : [sentEvent(id, at)])].map(eventRow) },
      (handle, when) => handle.updateTable('attempts').set({ pays_order: 1 }).where('id', '=', id).where(when),
    ],
  )
  return isClaimed ? 'claimed' : 'taken'
}

interface Ending {
  readonly reason: string
  readonly at: number
  /** The time at which the BSS is asked about it once more. */
  readonly lookAgainAt?: number | undefined
}

/** Ends the delivery and returns the gateway that refunds, unless the delivery has changed. */
export async function refundInstead(
  tx: Transaction<Database>,
  delivery: Pick<Delivery, 'attemptId' | 'state' | 'sends' | 'refundWantedAt'>,
  { reason, at, lookAgainAt }: Ending,
): Promise<string | undefined> {
  const columns = { reason, decided_at: at, next_check_at: lookAgainAt ?? null, lease_until: 0 }
  if (!(await moveDelivery(tx, delivery, { to: 'impossible', at, columns }))) return undefined
  // The decision of staff is fulfilled by the refund.
  if (delivery.refundWantedAt !== undefined)
    await tx.deleteFrom('reviews').where('attempt_id', '=', delivery.attemptId).execute()
  return refundWithMessage(tx, { id: delivery.attemptId, at })
}

interface Refunding {
  readonly id: string
  /** The refunded amount, where it is less than the charge. */
  readonly partMinor?: number | null
  readonly at: number
}

/** Begins a refund, and notifies the payer of it. Returns the gateway that refunds. */
export async function refundWithMessage(
  tx: Transaction<Database>,
  { id, partMinor = null, at }: Refunding,
): Promise<string> {
  const { gateway } = await tx.selectFrom('attempts').select('gateway').where('id', '=', id).executeTakeFirstOrThrow()
  await beginRefund(tx, { id, gateway, partMinor }, at)
  await postMessage(tx, id, 'refundBegun', at)
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

/** Tells whether this attempt's effects may have happened before the database lost its records of them. */
export async function mayBeDone(tx: Transaction<Database>, attemptId: string): Promise<boolean> {
  return (await findLostHistory(tx, attemptId)) !== 'nothing'
}

/** The journal has a refund of it from before the database lost its records. */
const forgottenRefund = (db: Kysely<Database>, attemptId: string) =>
  db
    .selectFrom('unknown_payments')
    .select('reference')
    .where('reference', '=', attemptId)
    .where('calls', 'like', '%refund%')

const recoverySince = (db: Kysely<Database>, attemptId: string) =>
  db
    .selectFrom('recoveries')
    .innerJoin('attempts as begun', (join) => join.onRef('recoveries.at', '>=', 'begun.created_at'))
    .select('recoveries.at')
    .where('begun.id', '=', attemptId)

/** Builds the condition for a statement that begins what follows a capture. */
export const hasLostHistory = (db: Kysely<Database>, attemptId: string) =>
  sql<SqlBool>`(exists ${forgottenRefund(db, attemptId)} or exists ${recoverySince(db, attemptId)})`

async function findLostHistory(tx: Transaction<Database>, attemptId: string): Promise<LostHistory> {
  const { is_refunded, may_be_done } = await tx
    .selectNoFrom(({ exists }) => [
      exists(forgottenRefund(tx, attemptId)).as('is_refunded'),
      exists(recoverySince(tx, attemptId)).as('may_be_done'),
    ])
    .executeTakeFirstOrThrow()
  if (is_refunded) return 'refund'
  return may_be_done ? 'anything' : 'nothing'
}
