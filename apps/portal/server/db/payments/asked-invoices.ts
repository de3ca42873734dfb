import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import type { InvoicesAsked } from '../../payments/attempt-store.ts'
import type { Database } from '../schema.ts'

/** States in which an invoice may be paid any moment, or was just now and billing need not know yet. */
const pays = ['handing_over', 'waiting', 'captured', 'captured_late'] as const

function isHeld(where: ExpressionBuilder<Database, 'asked_invoices'>, { orderId, heldSince }: InvoicesAsked) {
  return where.and([
    where('asked_invoices.order_id', '!=', orderId),
    where('asked_invoices.asked_at', '>', heldSince),
    where.exists(
      where
        .selectFrom('attempts')
        .select('attempts.id')
        .whereRef('attempts.order_id', '=', 'asked_invoices.order_id')
        .where('attempts.state', 'in', pays),
    ),
  ])
}

/** Whether the payer of another order was asked for one of these a moment ago. */
export async function isAskedElsewhere(db: Kysely<Database>, asked: InvoicesAsked): Promise<boolean> {
  const held = await db
    .selectFrom('asked_invoices')
    .select('bill_id')
    .where('account', '=', asked.account)
    .where('bill_id', 'in', asked.billIds)
    .where((where) => isHeld(where, asked))
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

/** All of them or none. False when the payer of another order was asked for one of them a moment ago. */
export async function holdInvoices(tx: Transaction<Database>, asked: InvoicesAsked, at: number): Promise<boolean> {
  const { account, billIds, orderId } = asked
  // Sorted, or two payers could wait for each other.
  const rows = billIds.toSorted().map((bill_id) => ({ account, bill_id, order_id: orderId, asked_at: at }))
  // Whoever is first has the rows until the end of his transaction; what he did is seen only by a later statement.
  await tx
    .insertInto('asked_invoices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['account', 'bill_id']).doUpdateSet((set) => ({ asked_at: set.ref('asked_invoices.asked_at') })),
    )
    .execute()
  if (await isAskedElsewhere(tx, asked)) {
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
