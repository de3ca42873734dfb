import { transaction } from '@nyanja/database/transaction'
import type { RefundState } from '@nyanja/domain/payments/payment-states'
import type { ActedBy } from '@nyanja/server/common/staff-action'
import { latestMessages, notReceipts } from '@nyanja/server/db/payments/outbox'
import { recordAction } from '@nyanja/server/db/record-action'
import type { Kysely, Transaction } from 'kysely'
import type { PaymentActed, PaymentActStore } from '../../operations/payment-acts.ts'
import type { Database } from '../schema.ts'

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
    tx
      .updateTable('credits')
      .set(open)
      .where('attempt_id', '=', attemptId)
      .where('state', 'in', ['due', 'sending'])
      .executeTakeFirst(),
    // The person who decides sees what the line has by now.
    tx
      .updateTable('takebacks')
      .set(open)
      .where('attempt_id', '=', attemptId)
      .where('state', 'in', ['asked', 'due', 'sending'])
      .executeTakeFirst(),
  ])
  return results.some(({ numUpdatedRows }) => numUpdatedRows > 0n)
}

/** Orders messages of one moment, with the latest state first. */
function rankOf({ kind }: { readonly kind: string }): number {
  const rank = latestMessages.map(String).indexOf(kind)
  return rank < 0 ? latestMessages.length : rank
}

async function resend(tx: Transaction<Database>, attemptId: string, at: number): Promise<boolean> {
  const [sms, mails] = await Promise.all(
    (['messages', 'mails'] as const).map((table) =>
      tx.selectFrom(table).select(['kind', 'created_at']).where('attempt_id', '=', attemptId).execute(),
    ),
  )
  // A message to another customer must not be shown to the payer, and a reminder has a day of its own.
  const last = [...(sms ?? []), ...(mails ?? [])].filter(({ kind }) => !notReceipts.has(kind))
  // The latest state of the payment is what the customer needs to know.
  const [latest] = last.toSorted((one, other) => other.created_at - one.created_at || rankOf(one) - rankOf(other))
  const kind = latest?.kind
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
        const at = now()
        const attempt = await tx
          .selectFrom('attempts')
          .select('id')
          .where('reference', '=', reference)
          .executeTakeFirst()
        if (attempt === undefined || !(await change(tx, attempt.id, at))) return 'overtaken'
        await recordAction(tx, { ...by, at, action, subject: reference })
        return 'done'
      })

  return {
    checkSoon: acting('payments ask', checkNow),
    sendReceipt: acting('payments receipt', resend),
  }
}
