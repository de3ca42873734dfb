// @ts-nocheck
import type { Kysely } from 'kysely'
import type { MethodSwitchStore } from '../../operations/method-switch-store.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { recordAction } from './record-action.ts'

export function createMethodSwitchStore(db: Kysely<Database>): MethodSwitchStore {
  return {
    async switches() {
      const rows = await db.selectFrom('method_switches').selectAll().orderBy('method').execute()
      return rows.map(({ is_open, ...row }) => ({ ...row, isOpen: is_open === 1 }))
    },

    async turn({ method, isOpen, reason, who, at }) {
      const columns = { is_open: isOpen ? 1 : 0, reason, who, at }
      await transaction(db, async (tx) => {
        await tx
          .insertInto('method_switches')
          .values({ method, ...columns })
          .onConflict((conflict) => conflict.column('method').doUpdateSet(columns))
          .execute()
        await recordAction(tx, { at, who, action: isOpen ? 'method on' : 'method off', subject: method, why: reason })
      })
    },
  }
}
