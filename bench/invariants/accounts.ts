import type { DatabaseAddress } from '@nyanja/database/open'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'

/** The portal's own records: the rows of its database at one moment. */
export type Accounts = Awaited<ReturnType<typeof readAccountRows>>

/** One transaction, so that the tables agree in age while the portal works. */
export async function readAccountRows(db: OpenDatabase['db']) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      orders: await tx
        .selectFrom('orders')
        .select(['id', 'msisdn', 'bundle_json', 'bill_json', 'items_json'])
        .execute(),
      attempts: await tx
        .selectFrom('attempts')
        .select(['id', 'reference', 'order_id', 'state', 'amount_minor', 'currency', 'pays_order', 'next_check_at'])
        .select(['ordered_minor', 'ordered_currency', 'rate_minor', 'asked_minor'])
        .execute(),
      deliveries: await tx
        .selectFrom('deliveries')
        .select(['attempt_id', 'state', 'msisdn', 'product_code', 'amount_minor', 'currency', 'next_check_at'])
        .select(['excess_minor', 'items_json'])
        .execute(),
      refunds: await tx
        .selectFrom('refunds')
        .select(['attempt_id', 'amount_minor', 'state', 'next_check_at'])
        .execute(),
      credits: await tx
        .selectFrom('credits')
        .select(['attempt_id', 'state', 'amount_minor', 'currency', 'next_check_at'])
        .execute(),
      takebacks: await tx
        .selectFrom('takebacks')
        .select(['attempt_id', 'state', 'amount_minor', 'currency', 'balance_minor', 'next_check_at'])
        .execute(),
      approvals: await tx
        .selectFrom('staff_requests')
        .select(['act', 'subject', 'amount_minor', 'asked_by', 'decided_by'])
        .where('state', '=', 'approved')
        .execute(),
      resolvedRefunds: await tx
        .selectFrom('operator_actions')
        .select('subject')
        .where('action', '=', 'payments resolve refund')
        .execute(),
      reviews: await tx.selectFrom('reviews').select(['attempt_id', 'reason']).execute(),
      unknownPayments: await tx.selectFrom('unknown_payments').select(['reference']).execute(),
      legalMoves: await tx.selectFrom('legal_moves').selectAll().execute(),
      events: await tx.selectFrom('events').selectAll().orderBy('id').execute(),
    }))
}

export async function readAccounts(address: DatabaseAddress): Promise<Accounts> {
  const { db, close } = openDatabase(address)
  try {
    return await readAccountRows(db)
  } finally {
    await close()
  }
}

/** Tries to rewrite history, in a transaction that never commits. It is true when the database refuses. */
export async function refusesRewriting(address: DatabaseAddress): Promise<boolean> {
  const { db, close } = openDatabase(address)
  const attempts = [
    db
      .updateTable('events')
      .set({ to_state: 'captured' })
      .where(
        'id',
        '=',
        db.selectFrom('events').select(({ fn }) => fn.min('id').as('id')),
      ),
    db.deleteFrom('events').where(
      'id',
      '=',
      db.selectFrom('events').select(({ fn }) => fn.min('id').as('id')),
    ),
  ]
  try {
    for (const attempt of attempts) {
      const refusal = await db
        .transaction()
        .execute(async (tx) => {
          await tx.executeQuery(attempt.compile())
          throw new NotRefused()
        })
        .catch((error: unknown) => error)
      if (refusal instanceof NotRefused) return false
    }
    return true
  } finally {
    await close()
  }
}

class NotRefused extends Error {}
