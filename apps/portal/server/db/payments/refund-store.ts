import type { RefundState } from '@nyanja/domain/refund-state'
import type { Kysely, Transaction, Updateable } from 'kysely'
import type { Refund } from '../../payments/attempt.ts'
import type { RefundStore } from '../../payments/due-work.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { recordEvent } from './events.ts'
import { postMessage } from './outbox.ts'
import type { RefundTable } from './tables.ts'

interface RefundMove {
  readonly to: RefundState
  readonly at: number
  readonly columns: Updateable<RefundTable>
}

async function moveRefund(tx: Transaction<Database>, refund: Refund, { to, at, columns }: RefundMove) {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ ...columns, state: to })
    .where('attempt_id', '=', refund.attemptId)
    .where('state', '=', refund.state)
    .where('tries', '=', refund.tries)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await recordEvent(tx, { attemptId: refund.attemptId, leg: 'refund', from: refund.state, to, at })
  return true
}

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

    async requestAgain(refund, nextCheckAt) {
      const columns = { next_check_at: nextCheckAt, lease_until: 0 }
      return transaction(db, async (tx) => moveRefund(tx, refund, { to: 'due', at: now(), columns }))
    },

    async askAgain(refund, nextCheckAt) {
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
