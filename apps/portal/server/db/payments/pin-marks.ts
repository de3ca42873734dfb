import type { Kysely } from 'kysely'
import type { AttemptStore } from '../../payments/attempt-store.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { moveAttempt } from './move-state.ts'

type PinMarks = Pick<AttemptStore, 'pinSent' | 'pinReturned' | 'withdraw'>

/** Whether a PIN is with the wallet: at most one at a time, and none once the visitor has left. */
export function createPinMarks(db: Kysely<Database>, now: () => number): PinMarks {
  return {
    async pinSent({ id }, { at, nextCheckAt }) {
      const { numUpdatedRows } = await db
        .updateTable('attempts')
        .set({ pin_sent_at: at, next_check_at: nextCheckAt, lease_until: 0 })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where('pin_sent_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    async pinReturned({ id, pinSentAt = 0 }) {
      await db
        .updateTable('attempts')
        .set({ pin_sent_at: null })
        .where('id', '=', id)
        .where('pin_sent_at', '=', pinSentAt)
        .execute()
    },

    async withdraw(attempt, nextCheckAt) {
      const at = now()
      const columns = { refusal: 'cancelled_by_customer', decided_at: at, next_check_at: nextCheckAt } as const
      const move = { to: 'refused', at, detail: 'cancelled_by_customer', columns } as const
      return transaction(db, async (tx) => {
        // Nobody can send a PIN between this question and the move: the row is held from here on.
        const { numUpdatedRows } = await tx
          .updateTable('attempts')
          .set({ lease_until: 0 })
          .where('id', '=', attempt.id)
          .where('pin_sent_at', 'is', null)
          .executeTakeFirstOrThrow()
        return numUpdatedRows === 1n && moveAttempt(tx, attempt, move)
      })
    },
  }
}
