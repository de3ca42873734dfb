import type { Kysely } from 'kysely'
import type { RefundStore } from '../../payments/refunds.ts'
import type { Database, Insertion } from '../schema.ts'
import { lastCallText, moveRefund } from './move-state.ts'
import { messagesAbout } from './outbox.ts'

export function createRefundStore(db: Kysely<Database>, now: () => number): RefundStore {
  return {
    async requesting(refund) {
      const columns = { tries: refund.tries + 1 }
      return moveRefund(db, refund, { to: 'requesting', at: now(), columns })
    },

    async refunded(refund) {
      const at = now()
      const columns = { decided_at: at, next_check_at: null, lease_until: 0 }
      const messages = await messagesAbout(db, refund.attemptId, 'refunded', at)
      return moveRefund(db, refund, { to: 'refunded', at, columns, causes: messages })
    },

    async scheduleRequest(refund, nextCheckAt) {
      const columns = { next_check_at: nextCheckAt, lease_until: 0 }
      return moveRefund(db, refund, { to: 'due', at: now(), columns })
    },

    async scheduleQuery(refund, nextCheckAt) {
      await db
        .updateTable('refunds')
        .set({ next_check_at: nextCheckAt, lease_until: 0, last_call_json: lastCallText() })
        .where('attempt_id', '=', refund.attemptId)
        .where('state', '=', refund.state)
        .execute()
    },

    async toReview(refund, reason) {
      const at = now()
      const columns = { next_check_at: null, lease_until: 0 }
      const row = { attempt_id: refund.attemptId, reason, created_at: at }
      const review: Insertion = { into: 'reviews', rows: [row], mayExist: true }
      return moveRefund(db, refund, { to: 'review', at, columns, causes: [review] })
    },
  }
}
