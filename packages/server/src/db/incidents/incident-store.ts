import { transaction } from '@nyanja/database/transaction'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { IncidentStore } from '../../incidents/incidents.ts'
import { recordAction } from '../record-action.ts'
import type { Database } from '../schema.ts'

const Texts = z.record(z.string(), z.string())

export function createIncidentStore(db: Kysely<Database>, now: () => number): IncidentStore {
  return {
    async current() {
      const row = await db.selectFrom('incidents').selectAll().where('withdrawn_at', 'is', null).executeTakeFirst()
      if (row === undefined) return undefined
      const texts = Texts.parse(JSON.parse(row.texts_json))
      return { id: row.id, texts, shownAt: row.shown_at, shownBy: row.shown_by }
    },

    async show({ id, texts }, by) {
      const at = now()
      await transaction(db, async (tx) => {
        await tx.updateTable('incidents').set({ withdrawn_at: at }).where('withdrawn_at', 'is', null).execute()
        await tx
          .insertInto('incidents')
          .values({ id, texts_json: JSON.stringify(texts), shown_at: at, shown_by: by.who })
          .execute()
        await recordAction(tx, { ...by, at, action: 'incident show', subject: id, detail: JSON.stringify(texts) })
      })
    },

    async withdraw(id, by) {
      const at = now()
      return transaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('incidents')
          .set({ withdrawn_at: at })
          .where('id', '=', id)
          .where('withdrawn_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        await recordAction(tx, { ...by, at, action: 'incident withdraw', subject: id })
        return true
      })
    },
  }
}
