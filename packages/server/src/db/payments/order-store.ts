import type { Kysely } from 'kysely'
import type { Choice } from '../../payments/order.ts'
import type { OrderStore } from '../../payments/order-store.ts'
import type { Database } from '../schema.ts'
import { orderFrom } from './rows.ts'
import { canBeStored } from './storable.ts'

function choiceColumns(choice: Choice | undefined) {
  return {
    kind: choice?.kind ?? null,
    amount_minor: choice?.amount.minor ?? null,
    currency: choice?.amount.currency ?? null,
    bundle_json: choice?.kind === 'bundle' ? JSON.stringify(choice.bundle) : null,
    bill_json: choice !== undefined && 'bill' in choice ? JSON.stringify(choice.bill) : null,
    plan_json: choice?.kind === 'plan' ? JSON.stringify(choice.plan) : null,
    lead_reference: choice?.kind === 'plan' ? choice.plan.leadReference : null,
  }
}

export function createOrderStore(db: Kysely<Database>): OrderStore {
  return {
    async add(order) {
      await db
        .insertInto('orders')
        .values({
          id: order.id,
          channel: order.channel,
          language: order.language,
          msisdn: order.msisdn,
          account: order.account ?? null,
          flow: order.flow ?? null,
          line_type: order.lineType,
          ...choiceColumns(order.choice),
          redirect_page: order.redirectPage,
          email: order.email ?? null,
          pay_link: order.payLink ?? null,
          created_at: order.createdAt,
          expires_at: order.expiresAt,
        })
        .execute()
    },

    async order(id) {
      if (!canBeStored(id)) return undefined
      const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
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

    async speak(id, language) {
      await db.updateTable('orders').set({ language }).where('id', '=', id).execute()
    },
  }
}
