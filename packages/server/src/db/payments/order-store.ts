import { transaction } from '@nyanja/database/transaction'
import type { Kysely, Selectable } from 'kysely'
import type { Correction, CorrectionStore } from '../../payments/corrections.ts'
import type { OrderStore } from '../../payments/orders.ts'
import type { Database } from '../schema.ts'
import { choiceColumns, orderColumnsOf } from './begun-rows.ts'
import { canBeStored, orderColumns, orderFrom } from './rows.ts'
import type { CorrectionTable } from './tables.ts'

export function createOrderStore(db: Kysely<Database>): OrderStore {
  return {
    async add(order) {
      const { choice, id, createdAt } = order
      if (choice?.kind !== 'several') {
        await db.insertInto('orders').values(orderColumnsOf(order)).execute()
        return
      }
      const numbers = [...new Set(choice.items.map(({ msisdn }) => msisdn))]
      await transaction(db, async (tx) => {
        await tx.insertInto('orders').values(orderColumnsOf(order)).execute()
        const rows = numbers.map((msisdn) => ({ order_id: id, msisdn, created_at: createdAt }))
        await tx.insertInto('order_numbers').values(rows).execute()
      })
    },

    async order(id) {
      if (!canBeStored(id)) return undefined
      const row = await db.selectFrom('orders').select(orderColumns).where('id', '=', id).executeTakeFirst()
      return row === undefined ? undefined : orderFrom(row)
    },

    async place(id, choice) {
      const { numUpdatedRows } = await db
        .updateTable('orders')
        .set(choiceColumns(choice))
        .where('id', '=', id)
        .where('kind', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async mailTo(id, email) {
      await db.updateTable('orders').set({ email }).where('id', '=', id).execute()
    },

    async giveWith(id, giftMessage) {
      await db
        .updateTable('orders')
        .set({ gift_message: giftMessage ?? null })
        .where('id', '=', id)
        .execute()
    },

    async speak(id, language) {
      await db.updateTable('orders').set({ language }).where('id', '=', id).execute()
    },
  }
}

function correctionFrom(row: Selectable<CorrectionTable>): Correction {
  return {
    attemptId: row.attempt_id,
    wantedMsisdn: row.wanted_msisdn,
    state: row.state,
    askedAt: row.asked_at,
    ...(row.refusal !== null && { refusal: row.refusal }),
    ...(row.decided_at !== null && { decidedAt: row.decided_at }),
  }
}

export function createCorrectionStore(db: Kysely<Database>, now: () => number): CorrectionStore {
  return {
    async add(attemptId, wantedMsisdn) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('corrections')
        .values({ attempt_id: attemptId, wanted_msisdn: wantedMsisdn, state: 'asked', asked_at: now() })
        .onConflict((conflict) => conflict.column('attempt_id').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },

    async of(attemptId) {
      if (!canBeStored(attemptId)) return undefined
      const row = await db.selectFrom('corrections').selectAll().where('attempt_id', '=', attemptId).executeTakeFirst()
      return row && correctionFrom(row)
    },
  }
}
