import { day } from '@nyanja/domain/time'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { IncidentStore } from '../../operations/incidents.ts'
import type { TakenWorkStore } from '../../operations/taken-work.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { recordAction } from './record-action.ts'

const Texts = z.record(z.string(), z.string())

/** Work that takes longer is free for colleagues. */
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

    async hide(id, by) {
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
