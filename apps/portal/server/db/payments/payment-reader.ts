import type { AttemptState } from '@nyanja/domain/attempt-state'
import type { Kysely } from 'kysely'
import type { Payment } from '../../payments/attempt.ts'
import type { PaymentReader } from '../../payments/attempt-store.ts'
import type { Database } from '../schema.ts'
import { attemptFrom, deliveryFrom, refundFrom } from './rows.ts'

const paidStates: ReadonlySet<AttemptState> = new Set(['captured', 'captured_late', 'reversed'])

export function createPaymentReader(db: Kysely<Database>): PaymentReader {
  async function legsOf(attempts: readonly Payment['attempt'][]): Promise<Payment[]> {
    // The other legs begin with the capture, so most reads need no more than the attempt's own row.
    const ids = attempts.filter(({ state }) => paidStates.has(state)).map(({ id }) => id)
    if (ids.length === 0) return attempts.map((attempt) => ({ attempt }))
    const [deliveries, refunds] = await Promise.all([
      db.selectFrom('deliveries').selectAll().where('attempt_id', 'in', ids).execute(),
      db.selectFrom('refunds').selectAll().where('attempt_id', 'in', ids).execute(),
    ])
    return attempts.map((attempt) => {
      const delivery = deliveries.find((row) => row.attempt_id === attempt.id)
      const refund = refunds.find((row) => row.attempt_id === attempt.id)
      return {
        attempt,
        ...(delivery === undefined ? {} : { delivery: deliveryFrom(delivery) }),
        ...(refund === undefined ? {} : { refund: refundFrom(refund) }),
      }
    })
  }

  return {
    async payment(attemptId) {
      const row = await db.selectFrom('attempts').selectAll().where('id', '=', attemptId).executeTakeFirst()
      if (row === undefined) return undefined
      const [payment] = await legsOf([attemptFrom(row)])
      return payment
    },

    async paymentsOf(orderId) {
      const rows = await db
        .selectFrom('attempts')
        .selectAll()
        .where('order_id', '=', orderId)
        .orderBy('created_at')
        .execute()
      return legsOf(rows.map(attemptFrom))
    },

    async checkSoon(attemptId, at) {
      await db
        .updateTable('attempts')
        .set({ next_check_at: at })
        .where('id', '=', attemptId)
        .where((where) => where.or([where('next_check_at', 'is', null), where('next_check_at', '>', at)]))
        .execute()
    },

    async markReturned(attemptId, at) {
      await db
        .updateTable('attempts')
        .set({ returned_at: at })
        .where('id', '=', attemptId)
        .where('returned_at', 'is', null)
        .execute()
    },

    async unansweredPrompts(payerMsisdn, since) {
      const { count } = await db
        .selectFrom('attempts')
        .select((select) => select.fn.countAll<number | string>().as('count'))
        .where('payer_msisdn', '=', payerMsisdn)
        .where('created_at', '>', since)
        .where('hands_over', '=', 'push')
        .where('state', 'in', ['handing_over', 'waiting', 'expired', 'refused'])
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async noteCallback({ bodyHash, gateway, reference, at }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('callbacks')
        .values({ body_hash: bodyHash, gateway, reference, at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
  }
}
