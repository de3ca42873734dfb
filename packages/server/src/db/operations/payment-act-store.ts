import type { RefundState } from '@nyanja/domain/payments/payment-states'
import type { Kysely, Transaction } from 'kysely'
import type { ActedBy, PaymentActed, PaymentActStore } from '../../operations/payment-acts.ts'
import { beginRefund } from '../payments/begin-components.ts'
import { postMessage } from '../payments/outbox.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { recordAction } from './record-action.ts'

interface Acted extends ActedBy {
  readonly at: number
}

/** Refunds what was delivered: the customer keeps the goods. Any other payment is refunded by a review. */
export async function refundDelivered(tx: Transaction<Database>, reference: string, at: number): Promise<PaymentActed> {
  // The row is locked until the transaction ends, so that no second refund begins.
  const attempt = await tx
    .updateTable('attempts')
    .set((row) => ({ checks: row.ref('checks') }))
    .where('reference', '=', reference)
    .where('state', 'in', ['captured', 'captured_late'])
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('refunds').select('attempt_id').whereRef('refunds.attempt_id', '=', 'attempts.id'))),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries')
          .select('attempt_id')
          .whereRef('deliveries.attempt_id', '=', 'attempts.id')
          .where('deliveries.state', '=', 'delivered'),
      ),
    )
    .returning(['id', 'gateway'])
    .executeTakeFirst()
  if (attempt === undefined) return 'overtaken'
  await beginRefund(tx, attempt, at)
  await postMessage(tx, attempt.id, 'refundBegun', at)
  return 'done'
}

const isUndecided = ['handing_over', 'waiting', 'superseded'] as const

async function checkNow(tx: Transaction<Database>, attemptId: string, at: number): Promise<boolean> {
  const open = { next_check_at: at }
  const results = await Promise.all([
    tx
      .updateTable('attempts')
      .set(open)
      .where('id', '=', attemptId)
      .where('state', 'in', isUndecided)
      .executeTakeFirst(),
    tx
      .updateTable('deliveries')
      .set(open)
      .where('attempt_id', '=', attemptId)
      .where('state', 'in', ['due', 'sending'])
      .executeTakeFirst(),
    tx
      .updateTable('refunds')
      .set(open)
      .where('attempt_id', '=', attemptId)
      .where('state', 'in', ['due', 'requesting'] satisfies RefundState[])
      .executeTakeFirst(),
  ])
  return results.some(({ numUpdatedRows }) => numUpdatedRows > 0n)
}

async function resend(tx: Transaction<Database>, attemptId: string, at: number): Promise<boolean> {
  const last = await tx
    .selectFrom('messages')
    .select('kind')
    .where('attempt_id', '=', attemptId)
    .union(tx.selectFrom('mails').select('kind').where('attempt_id', '=', attemptId))
    .execute()
  // The latest state of the payment is what the customer needs to know.
  const kinds = last.map(({ kind }) => kind)
  const kind = ['refunded', 'refundBegun'].find((one) => kinds.includes(one)) ?? kinds[0]
  if (kind === undefined) return false
  const again = { state: 'due', next_check_at: at, tries: 0 } as const
  const results = await Promise.all(
    (['messages', 'mails'] as const).map((table) =>
      tx
        .updateTable(table)
        .set(again)
        .where('attempt_id', '=', attemptId)
        .where('kind', '=', kind)
        .where('state', '<>', 'due')
        .executeTakeFirst(),
    ),
  )
  return results.some(({ numUpdatedRows }) => numUpdatedRows > 0n)
}

export function createPaymentActStore(db: Kysely<Database>, now: () => number): PaymentActStore {
  const acting =
    (action: string, change: (tx: Transaction<Database>, attemptId: string, at: number) => Promise<boolean>) =>
    (reference: string, by: ActedBy): Promise<PaymentActed> =>
      transaction(db, async (tx) => {
        const acted: Acted = { ...by, at: now() }
        const attempt = await tx
          .selectFrom('attempts')
          .select('id')
          .where('reference', '=', reference)
          .executeTakeFirst()
        if (attempt === undefined || !(await change(tx, attempt.id, acted.at))) return 'overtaken'
        await recordAction(tx, { ...acted, action, subject: reference })
        return 'done'
      })

  return {
    checkSoon: acting('payments ask', checkNow),
    sendReceipt: acting('payments receipt', resend),
  }
}
