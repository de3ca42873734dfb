import { money } from '@nyanja/domain/money/money'
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import type { InvoiceHold } from '../../payments/attempt.ts'
import type { UnpostedPayments } from '../../subscriber/bills.ts'
import type { Database } from '../schema.ts'
import { toBill } from './rows.ts'

/** The states in which the attempt may be captured at any moment. */
const mayPay = ['handing_over', 'waiting'] as const
const hasPaid = ['captured', 'captured_late'] as const
const unposted = ['due', 'sending'] as const

type Where = ExpressionBuilder<Database, 'asked_invoices'>

/** Another order has just prompted its payer for it, or has paid it and billing may not have posted it yet. */
function isHeld(where: Where, hold: InvoiceHold) {
  const isRecent = where('asked_invoices.asked_at', '>', hold.heldSince)
  return where.and([
    where('asked_invoices.order_id', '!=', hold.orderId),
    where.or([where.and([isRecent, where.exists(attemptsOf(where, mayPay))]), hasPaidIt(where, hold)]),
  ])
}

/** A balance is read net of unposted payments, so only captures after the reading are missing in it. */
function hasPaidIt(where: Where, { heldSince, readAt }: InvoiceHold) {
  const captured = attemptsOf(where, hasPaid)
  if (readAt !== undefined) return where.exists(captured.where('attempts.decided_at', '>=', readAt))
  const open = captured
    .innerJoin('deliveries', 'deliveries.attempt_id', 'attempts.id')
    .where('deliveries.state', 'in', unposted)
  return where.or([
    where.exists(open),
    where.and([where('asked_invoices.asked_at', '>', heldSince), where.exists(captured)]),
  ])
}

function attemptsOf(where: Where, states: typeof mayPay | typeof hasPaid) {
  return where
    .selectFrom('attempts')
    .select('attempts.id')
    .whereRef('attempts.order_id', '=', 'asked_invoices.order_id')
    .where('attempts.state', 'in', states)
}

/** Tells whether the payer of another order was prompted for one of these invoices recently. */
export async function isHeldElsewhere(db: Kysely<Database>, hold: InvoiceHold): Promise<boolean> {
  const held = await db
    .selectFrom('asked_invoices')
    .select('bill_id')
    .where('account', '=', hold.account)
    .where('bill_id', 'in', hold.billIds)
    .where((where) => isHeld(where, hold))
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

/** Holds all of them or none: false when the payer of another order was prompted for one of them recently. */
export async function holdInvoices(tx: Transaction<Database>, hold: InvoiceHold, at: number): Promise<boolean> {
  const { account, billIds, orderId } = hold
  // The rows are sorted, or two payers could wait for each other.
  const rows = billIds.toSorted().map((bill_id) => ({ account, bill_id, order_id: orderId, asked_at: at }))
  // The first transaction locks the rows until its end; only a later statement sees its changes.
  await tx
    .insertInto('asked_invoices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['account', 'bill_id']).doUpdateSet((set) => ({ asked_at: set.ref('asked_invoices.asked_at') })),
    )
    .execute()
  if (await isHeldElsewhere(tx, hold)) {
    await tx
      .deleteFrom('asked_invoices')
      .where('account', '=', account)
      .where('order_id', '=', orderId)
      .where('asked_at', '=', at)
      .execute()
    return false
  }
  await tx
    .updateTable('asked_invoices')
    .set({ order_id: orderId, asked_at: at })
    .where('account', '=', account)
    .where('bill_id', 'in', billIds)
    .execute()
  return true
}

const open = ['due', 'sending'] as const

export function createUnpostedPayments(db: Kysely<Database>): UnpostedPayments {
  return {
    async on(account, since) {
      const rows = await db
        .selectFrom('deliveries')
        .select(['amount_minor', 'currency', 'bill_json'])
        .where('account', '=', account)
        .where((where) =>
          where.or([
            where('state', 'in', open),
            where.and([where('state', '=', 'delivered'), where('decided_at', '>=', since)]),
          ]),
        )
        .execute()
      return rows.map(({ amount_minor, currency, bill_json }) => ({
        amount: money(currency, amount_minor),
        billIds: bill_json === null ? [] : toBill(bill_json).invoices.map(({ billId }) => billId),
      }))
    },
  }
}
