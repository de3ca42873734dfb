import { insertAll } from '@nyanja/database/change-together'
import { transaction } from '@nyanja/database/transaction'
import type { Kysely } from 'kysely'
import type { DeliveryStore } from '../../payments/deliveries.ts'
import type { CheckStore } from '../../payments/status-checks.ts'
import { toOutboxMessage } from '../messages/outbox-store.ts'
import type { Database, Insertion, OpenDatabase } from '../schema.ts'
import { isUndeliverable, refundInstead, reviewUndeliverable } from './begin-components.ts'
import { returnExcess } from './credit-store.ts'
import { nextCheck } from './due-work.ts'
import { lastCallText, moveDelivery } from './move-state.ts'
import { deliveredMessages, messagesAbout } from './outbox.ts'

export function createCheckStore(db: Kysely<Database>, now: () => number): CheckStore {
  return {
    async checkLater(attempt, nextCheckAt) {
      await db
        .updateTable('attempts')
        .set({
          next_check_at: nextCheck(attempt, nextCheckAt),
          lease_until: 0,
          checks: attempt.checks + 1,
          checked_at: now(),
          last_call_json: lastCallText(),
        })
        .where('id', '=', attempt.id)
        .where('state', '=', attempt.state)
        .execute()
    },

    async noteReceived(attemptId, { minor, currency }) {
      await db
        .updateTable('attempts')
        .set({ received_minor: minor, received_currency: currency, received_at: now() })
        .where('id', '=', attemptId)
        .execute()
    },

    async review(attemptId, reason) {
      await db
        .insertInto('reviews')
        .values({ attempt_id: attemptId, reason, created_at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

/**
 * Leases the first message to this process with the row that is added; the others are due. No other statement adds it,
 * since a delivery ends once; so it is an error if the row exists, and a second one is never sent.
 */
function leaseReceipt(
  insertions: readonly Insertion[],
  lease: { readonly lease_until: number; readonly held_by: number },
) {
  const [receipt, ...dueToo] = insertions.flatMap((insertion) => (insertion.into === 'messages' ? [insertion] : []))
  const [row] = receipt?.rows ?? []
  if (receipt === undefined || row === undefined) return { causes: insertions }
  const leased: Insertion = { into: 'messages', rows: [{ ...row, ...lease }] }
  const causes = insertions.map((insertion) => (insertion === receipt ? leased : insertion))
  return { causes, message: toOutboxMessage(row), hasMore: dueToo.length > 0 }
}

export function createDeliveryStore(
  { db, processId }: Pick<OpenDatabase, 'db' | 'processId'>,
  now: () => number,
): DeliveryStore {
  return {
    async sending(delivery) {
      const at = now()
      const columns = { sends: delivery.sends + 1, reads: 0, sent_at: at }
      return moveDelivery(db, delivery, { to: 'sending', at, columns })
    },

    async delivered(delivery, { bssReference, remaining }, receiptLeaseUntil) {
      const at = now()
      const columns = {
        bss_reference: bssReference,
        remaining_minor: remaining?.minor ?? null,
        decided_at: at,
        next_check_at: null,
        lease_until: 0,
      }
      const messages = await messagesAbout(db, delivery.attemptId, deliveredMessages[delivery.kind], at)
      const move = { to: 'delivered', at, columns } as const
      const { leadReference, excess } = delivery
      if (leadReference === undefined && excess === undefined) {
        const lease = receiptLeaseUntil && { lease_until: receiptLeaseUntil, held_by: processId }
        const { causes, message, hasMore } = lease ? leaseReceipt(messages, lease) : { causes: messages }
        if (!(await moveDelivery(db, delivery, { ...move, causes }))) return { became: 'overtaken' }
        return { became: 'delivered', ...(message && { message, hasMore }) }
      }
      return transaction(db, async (tx) => {
        if (!(await moveDelivery(tx, delivery, move))) return { became: 'overtaken' }
        if (await isUndeliverable(tx, leadReference ?? null)) {
          await reviewUndeliverable(tx, delivery.attemptId, at)
          return { became: 'undeliverable' }
        }
        await insertAll(tx, messages)
        await returnExcess(tx, delivery.attemptId, at)
        return { became: 'delivered' }
      })
    },

    abandonAndRefund: (delivery, { reason, lookAgainAt }) =>
      transaction(db, (tx) => refundInstead(tx, delivery, { reason, at: now(), lookAgainAt })),

    async notSent(delivery, nextCheckAt) {
      const columns = {
        next_check_at: nextCheckAt,
        lease_until: 0,
        reads: delivery.lookups,
        sent_at: delivery.sentAt ?? null,
      }
      return moveDelivery(db, delivery, { to: 'due', at: now(), columns })
    },

    async postpone(delivery, nextCheckAt) {
      await db
        .updateTable('deliveries')
        .set({
          next_check_at: nextCheckAt ?? null,
          lease_until: 0,
          reads: delivery.lookups + 1,
          last_call_json: lastCallText(),
          bss_reference: delivery.bssReference ?? null,
        })
        .where('attempt_id', '=', delivery.attemptId)
        .where('state', '=', delivery.state)
        .where('sends', '=', delivery.sends)
        .execute()
    },
  }
}
