import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { KeptSearchStore } from '../../operations/kept-searches.ts'
import type { Database } from '../schema.ts'

const Typed = z.record(z.string(), z.string())

export function createKeptSearchStore(db: Kysely<Database>): KeptSearchStore {
  return {
    async keep({ id, staffId, typed, at }, forgottenBefore) {
      await db.deleteFrom('kept_searches').where('at', '<', forgottenBefore).execute()
      await db
        .insertInto('kept_searches')
        .values({ id, staff_id: staffId, typed_json: JSON.stringify(typed), at })
        .execute()
    },

    async find(id, staffId, keptAfter) {
      const row = await db
        .selectFrom('kept_searches')
        .select('typed_json')
        .where('id', '=', id)
        .where('staff_id', '=', staffId)
        .where('at', '>', keptAfter)
        .executeTakeFirst()
      return row && Typed.parse(JSON.parse(row.typed_json))
    },
  }
}
