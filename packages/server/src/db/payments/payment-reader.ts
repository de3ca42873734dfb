import type { AttemptState } from '@nyanja/domain/payments/payment-states'
import type { Kysely, Transaction } from 'kysely'
import { capturableStates, capturedStates, type Payment, type PaymentReader } from '../../payments/attempt.ts'
import type { PaymentSearchStore } from '../../payments/payment-search.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { unansweredPrompts } from './attempt-store.ts'
import { isHeldElsewhere } from './bill-payments.ts'
import { canBeStored, creditFrom, deliveryFrom, refundFrom, toAttempt } from './rows.ts'

const paidStates: ReadonlySet<AttemptState> = new Set(['captured', 'captured_late', 'reversed'])

export function createPaymentReader(db: Kysely<Database>): PaymentReader {
  async function componentsOf(attempts: readonly Payment['attempt'][]): Promise<Payment[]> {
    // The other components begin with the capture, so most reads need only the attempt's own row.
    const ids = attempts.filter(({ state }) => paidStates.has(state)).map(({ id }) => id)
    if (ids.length === 0) return attempts.map((attempt) => ({ attempt }))
    const [deliveries, refunds, credits] = await Promise.all([
      db.selectFrom('deliveries').selectAll().where('attempt_id', 'in', ids).execute(),
      db.selectFrom('refunds').selectAll().where('attempt_id', 'in', ids).execute(),
      db.selectFrom('credits').selectAll().where('attempt_id', 'in', ids).execute(),
    ])
    return attempts.map((attempt) => {
      const delivery = deliveries.find((row) => row.attempt_id === attempt.id)
      const refund = refunds.find((row) => row.attempt_id === attempt.id)
      const credit = credits.find((row) => row.attempt_id === attempt.id)
      return {
        attempt,
        ...(delivery === undefined ? {} : { delivery: deliveryFrom(delivery, attempt.reference) }),
        ...(refund === undefined ? {} : { refund: refundFrom(refund, attempt) }),
        ...(credit === undefined ? {} : { credit: creditFrom(credit) }),
      }
    })
  }

  return {
    async payment(attemptId) {
      if (!canBeStored(attemptId)) return undefined
      const row = await db.selectFrom('attempts').selectAll().where('id', '=', attemptId).executeTakeFirst()
      if (row === undefined) return undefined
      const [payment] = await componentsOf([toAttempt(row)])
      return payment
    },

    async paymentsOf(orderId) {
      const rows = await db
        .selectFrom('attempts')
        .selectAll()
        .where('order_id', '=', orderId)
        .orderBy('created_at')
        .execute()
      return componentsOf(rows.map(toAttempt))
    },

    async checkSoon(attemptId, at) {
      await db
        .updateTable('attempts')
        .set({ next_check_at: at })
        .where('id', '=', attemptId)
        .where((where) => where.or([where('next_check_at', 'is', null), where('next_check_at', '>', at)]))
        .execute()
    },

    async noteReturn({ attemptId, at, checkAt }) {
      await transaction(db, async (tx) => {
        await tx
          .updateTable('attempts')
          .set({ returned_at: at })
          .where('id', '=', attemptId)
          .where('returned_at', 'is', null)
          .execute()
        await askAt(tx, attemptId, checkAt)
      })
    },

    async noteCallback({ bodyHash, gateway, attemptId, at, checkAt }) {
      return transaction(db, async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('callbacks')
          .values({ body_hash: bodyHash, gateway, reference: attemptId, at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows !== 1n) return false
        await askAt(tx, attemptId, checkAt)
        return true
      })
    },

    unansweredPrompts: (payerMsisdn, since) => unansweredPrompts(db, payerMsisdn, since),
    isHeldElsewhere: (hold) => isHeldElsewhere(db, hold),
  }
}

/** Also while a worker is checking: its answer may be older than the hint. */
async function askAt(tx: Transaction<Database>, attemptId: string, checkAt: number): Promise<void> {
  await tx
    .updateTable('attempts')
    .set((set) => ({ hints: set('hints', '+', 1), next_check_at: checkAt }))
    .where('id', '=', attemptId)
    .where('state', 'in', [...capturableStates, ...capturedStates])
    .execute()
}

/** The ids whose money was captured, regardless of the later outcome. */
export async function listApproved(db: Kysely<Database>, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('attempts')
    .select('id')
    .where('id', 'in', [...ids])
    .where('state', 'in', [...paidStates])
    .execute()
  return rows.map(({ id }) => id)
}

/** The link alone: only the page itself shows what was paid. */
const kind = 'paymentLink'

export function createPaymentSearchStore(db: Kysely<Database>, now: () => number): PaymentSearchStore {
  return {
    async byReference(reference) {
      if (!canBeStored(reference)) return undefined
      const row = await db
        .selectFrom('attempts')
        .innerJoin('orders', 'orders.id', 'attempts.order_id')
        .select(['attempts.id', 'payer_msisdn', 'msisdn', 'attempts.email'])
        .where('reference', '=', reference)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { id, payer_msisdn, msisdn, email } = row
      const msisdns = [payer_msisdn, msisdn].filter((number) => number !== '')
      return { id, msisdns, ...(email !== null && { email }) }
    },

    async mailLink(attemptId, { language, since }) {
      const at = now()
      // A new message id each time, or mailboxes would treat it as the earlier mail.
      const mail = { id: `${attemptId}-${kind}-${at}`, language, created_at: at, next_check_at: at } as const
      await db
        .insertInto('mails')
        .values({ ...mail, attempt_id: attemptId, kind, params_json: '{}', state: 'due' })
        .onConflict((conflict) =>
          conflict
            .columns(['attempt_id', 'kind'])
            .doUpdateSet({ ...mail, state: 'due', tries: 0, lease_until: 0 })
            .where('mails.created_at', '<=', since),
        )
        .execute()
    },
  }
}
