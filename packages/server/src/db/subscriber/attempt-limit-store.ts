import { type Kysely, sql } from 'kysely'
import type { AttemptStore } from '../../subscriber/attempt-limit.ts'
import type { Database } from '../schema.ts'

export function createAttemptLimitStore(db: Kysely<Database>): AttemptStore {
  return {
    async resetsAt(client) {
      const found = await db
        .selectFrom('attempt_limits')
        .select('whole_again_at')
        .where('client', '=', client)
        .executeTakeFirst()
      return found?.whole_again_at ?? 0
    },

    async spend(client, { at, refillMs }) {
      const later = sql<number>`case when attempt_limits.whole_again_at < ${at} then ${at} else attempt_limits.whole_again_at end`
      await db
        .insertInto('attempt_limits')
        .values({ client, whole_again_at: at + refillMs })
        .onConflict((conflict) =>
          conflict.column('client').doUpdateSet({ whole_again_at: sql`${later} + ${refillMs}` }),
        )
        .execute()
    },
  }
}
