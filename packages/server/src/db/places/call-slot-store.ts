import { type Kysely, sql } from 'kysely'
import type { CallSlots } from '../../places/addresses.ts'
import type { Database } from '../schema.ts'

export function createCallSlotStore(db: Kysely<Database>): CallSlots {
  return {
    async book(what, { at, everyMs, latest }) {
      const free = sql<number>`case when call_slots.free_at < ${at} then ${at} else call_slots.free_at end`
      const booked = await db
        .insertInto('call_slots')
        .values({ what, free_at: at + everyMs })
        .onConflict((conflict) =>
          conflict
            .column('what')
            .doUpdateSet({ free_at: sql`${free} + ${everyMs}` })
            .where('call_slots.free_at', '<=', latest),
        )
        .returning('free_at')
        .executeTakeFirst()
      return booked && booked.free_at - everyMs
    },
  }
}
