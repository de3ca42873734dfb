import type { Kysely } from 'kysely'
import type { RefundStore } from '../../payments/due-work.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { moveRefund } from './move-state.ts'
import { postMessage } from './outbox.ts'

export function createRefundStore(db: Kysely<Database>, now: () => number): RefundStore {
  return {
    async requesting(refund) {
      const columns = { tries: refund.tries + 1 }
      return transaction(db, async (tx) => moveRefund(tx, refund, { to: 'requesting', at: now(), columns }))
    },

    async refunded(refund) {
      const at = now()
      const columns = { decided_at: at, next_check_at: null, lease_until: 0 }
      return transaction(db, async (tx) => {
        if (!(await moveRefund(tx, refund, { to: 'refunded', at, columns }))) return false
        await postMessage(tx, refund.attemptId, 'refunded', at)
        return true
      })
    },

    async repeatRequest(refund, nextCheckAt) {
      const columns = { next_check_at: nextCheckAt, lease_until: 0 }
      return transaction(db, async (tx) => moveRefund(tx, refund, { to: 'due', at: now(), columns }))
    },

    async retryRequest(refund, nextCheckAt) {
      await db
        .updateTable('refunds')
        .set({ next_check_at: nextCheckAt, lease_until: 0 })
        .where('attempt_id', '=', refund.attemptId)
        .where('state', '=', refund.state)
        .execute()
    },

    async toReview(refund, reason) {
      const at = now()
      return transaction(db, async (tx) => {
        const columns = { next_check_at: null, lease_until: 0 }
        if (!(await moveRefund(tx, refund, { to: 'review', at, columns }))) return false
        await tx
          .insertInto('reviews')
          .values({ attempt_id: refund.attemptId, reason, created_at: at })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        return true
      })
    },
  }
}
