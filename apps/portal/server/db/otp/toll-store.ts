import { type Kysely, sql } from 'kysely'
import type { TollStore } from '../../otp/toll-store.ts'
import type { Database } from '../schema.ts'

export function createTollStore(db: Kysely<Database>, now: () => number): TollStore {
  return {
    async spend(key) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('paid_tolls')
        .values({ key: `work ${key}`, means: 'work', at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    async spendWait(key, { since, most }) {
      const { numAffectedRows } = await sql`insert into paid_tolls (key, means, at)
        select cast(${`wait ${key}`} as text), 'wait', cast(${now()} as bigint)
        where (select count(*) from paid_tolls where means = 'wait' and at > ${since}) < ${most}
        on conflict do nothing`.execute(db)
      return numAffectedRows === 1n
    },
  }
}
