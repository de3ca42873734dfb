import type { Kysely } from 'kysely'
import type { DeliveryStore } from '../../payments/due-work.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { refundInstead } from './begin-components.ts'
import { moveDelivery } from './move-state.ts'
import { deliveredMessages, postMessage } from './outbox.ts'
import { isUndeliverable, reviewUndeliverable } from './paid-lead.ts'

export function createDeliveryStore(db: Kysely<Database>, now: () => number): DeliveryStore {
  return {
    async sending(delivery) {
      const at = now()
      const columns = { sends: delivery.sends + 1, reads: 0, sent_at: at }
      return transaction(db, async (tx) => moveDelivery(tx, delivery, { to: 'sending', at, columns }))
    },

    async delivered(delivery, { bssReference, remaining }) {
      const at = now()
      const columns = {
        bss_reference: bssReference,
        remaining_minor: remaining?.minor ?? null,
        decided_at: at,
        next_check_at: null,
        lease_until: 0,
      }
      return transaction(db, async (tx) => {
        if (!(await moveDelivery(tx, delivery, { to: 'delivered', at, columns }))) return 'overtaken'
        if (await isUndeliverable(tx, delivery.leadReference ?? null)) {
          await reviewUndeliverable(tx, delivery.attemptId, at)
          return 'in_vain'
        }
        await postMessage(tx, delivery.attemptId, deliveredMessages[delivery.kind], at)
        return 'delivered'
      })
    },

    impossible: (delivery, reason) => transaction(db, (tx) => refundInstead(tx, delivery, { reason, at: now() })),

    async notSent(delivery, nextCheckAt) {
      const columns = {
        next_check_at: nextCheckAt,
        lease_until: 0,
        reads: delivery.reads,
        sent_at: delivery.sentAt ?? null,
      }
      return transaction(db, async (tx) => moveDelivery(tx, delivery, { to: 'due', at: now(), columns }))
    },

    async reread(delivery, nextCheckAt) {
      await db
        .updateTable('deliveries')
        .set({
          next_check_at: nextCheckAt,
          lease_until: 0,
          reads: delivery.reads + 1,
          bss_reference: delivery.bssReference ?? null,
        })
        .where('attempt_id', '=', delivery.attemptId)
        .where('state', '=', delivery.state)
        .where('sends', '=', delivery.sends)
        .execute()
    },
  }
}
