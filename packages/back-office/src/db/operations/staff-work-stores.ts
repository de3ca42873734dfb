import { day } from '@nyanja/domain/time'
import type { Kysely } from 'kysely'
import type { TakenWorkStore } from '../../operations/taken-work.ts'
import type { Database } from '../schema.ts'

/** The time after which a subject is free for colleagues. */
const takenForMs = 7 * day

export function createTakenWorkStore(db: Kysely<Database>): TakenWorkStore {
  return {
    async of(queue) {
      const rows = await db.selectFrom('taken_work').selectAll().where('queue', '=', queue).execute()
      return rows.map(({ subject, staff_id, staff_name, at }) => ({
        ...{ subject, at },
        staffId: staff_id,
        staffName: staff_name,
      }))
    },

    async take(queue, { subject, staffId, staffName, at }) {
      await db
        .deleteFrom('taken_work')
        .where('at', '<', at - takenForMs)
        .execute()
      await db
        .insertInto('taken_work')
        .values({ queue, subject, staff_id: staffId, staff_name: staffName, at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const held = await db
        .selectFrom('taken_work')
        .select('staff_id')
        .where('queue', '=', queue)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return held?.staff_id === staffId
    },

    async release(queue, subject, staffId) {
      await db
        .deleteFrom('taken_work')
        .where('queue', '=', queue)
        .where('subject', '=', subject)
        .where('staff_id', '=', staffId)
        .execute()
    },
  }
}
