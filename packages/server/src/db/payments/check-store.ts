import type { Kysely } from 'kysely'
import type { CheckStore } from '../../payments/due-work.ts'
import type { Database } from '../schema.ts'
import { nextCheck } from './next-check.ts'

export function createCheckStore(db: Kysely<Database>, now: () => number): CheckStore {
  return {
    async checkAgain(attempt, nextCheckAt) {
      await db
        .updateTable('attempts')
        .set({
          next_check_at: nextCheck(attempt, nextCheckAt),
          lease_until: 0,
          checks: attempt.checks + 1,
          checked_at: now(),
        })
        .where('id', '=', attempt.id)
        .where('state', '=', attempt.state)
        .execute()
    },

    async review(attemptId, reason) {
      await db
        .insertInto('reviews')
        .values({ attempt_id: attemptId, reason, created_at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
