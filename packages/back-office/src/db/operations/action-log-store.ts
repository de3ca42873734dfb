import { transaction } from '@nyanja/database/transaction'
import { recordAction } from '@nyanja/server/db/record-action'
import { type Kysely, sql } from 'kysely'
import type { ActionLogStore, SealedDay } from '../../operations/action-log.ts'
import type { Database } from '../schema.ts'

const batch = 1000

export function createActionLogStore(db: Kysely<Database>): ActionLogStore {
  const days = () => db.selectFrom('action_days').selectAll().orderBy('from_at')

  return {
    record: (action) => transaction(db, (tx) => recordAction(tx, action)),

    list({ subject, staffId, from, until }, limit) {
      let query = db.selectFrom('operator_actions').selectAll().orderBy('id', 'desc').limit(limit)
      if (subject !== undefined) query = query.where('subject', '=', subject)
      if (staffId !== undefined) query = query.where('staff_id', '=', staffId)
      if (from !== undefined) query = query.where('at', '>=', from)
      if (until !== undefined) query = query.where('at', '<', until)
      return query.execute()
    },

    async people() {
      const rows = await db
        .selectFrom('operator_actions')
        .select(({ fn }) => ['staff_id', fn.max('who').as('name')])
        .where('staff_id', 'is not', null)
        .groupBy('staff_id')
        .orderBy('name')
        .execute()
      return rows.map(({ staff_id, name }) => ({ id: staff_id ?? '', name }))
    },

    async *between(fromAt, untilAt) {
      for (let after = 0; ; ) {
        const rows = await db
          .selectFrom('operator_actions')
          .selectAll()
          .where('id', '>', after)
          .where('at', '>=', fromAt)
          .where('at', '<', untilAt)
          .orderBy('id')
          .limit(batch)
          .execute()
        yield* rows
        const last = rows.at(-1)
        if (last === undefined || rows.length < batch) return
        after = last.id
      }
    },

    async oldestUnsealed() {
      const { at } = await db
        .selectFrom('operator_actions')
        .select(({ fn }) => fn.min('at').as('at'))
        .where('at', '>=', sql<number>`(select coalesce(max(until_at), 0) from action_days)`)
        .executeTakeFirstOrThrow()
      return at ?? undefined
    },

    async sealedDays() {
      const rows = await days().execute()
      return rows.map(({ from_at, until_at, ...day }): SealedDay => ({ ...day, fromAt: from_at, untilAt: until_at }))
    },

    async seal({ fromAt, untilAt, ...day }) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('action_days')
        .values({ ...day, from_at: fromAt, until_at: untilAt })
        .onConflict((conflict) => conflict.column('day').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },

    async eraseNote(id) {
      const { numUpdatedRows } = await db
        .updateTable('operator_actions')
        .set({ why: '' })
        .where('id', '=', id)
        .where('why', '<>', '')
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}
