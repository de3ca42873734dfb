import type { Kysely } from 'kysely'
import type { ChallengeStore } from '../../otp/challenges.ts'
import type { Database } from '../schema.ts'

export function createChallengeStore(db: Kysely<Database>, now: () => number): ChallengeStore {
  return {
    async spend(key) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('spent_challenges')
        .values({ key: `work ${key}`, means: 'work', at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    async release(key) {
      await db.deleteFrom('spent_challenges').where('key', '=', `work ${key}`).execute()
    },
  }
}
