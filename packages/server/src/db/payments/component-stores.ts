import { insertAll } from '@nyanja/database/change-together'
import { transaction } from '@nyanja/database/transaction'
import { money } from '@nyanja/domain/money/money'
import { chargeOfUndelivered, type DeliveryItem, sumOf } from '@nyanja/domain/payments/order-items'
import type { Kysely, Transaction } from 'kysely'
import type { Delivery } from '../../payments/attempt.ts'
import type { DeliveryStore } from '../../payments/deliveries.ts'
import type { CheckStore } from '../../payments/status-checks.ts'
import { toOutboxMessage } from '../messages/outbox-store.ts'
import type { Database, Insertion, OpenDatabase } from '../schema.ts'
import { isUndeliverable, refundInstead, reviewUndeliverable } from './begin-components.ts'
import { returnExcess } from './credit-store.ts'
import { nextCheck } from './due-work.ts'
import { lastCallText, moveDelivery } from './move-state.ts'
import { deliveredMessages, deliveredSome, type MessageKind, messagesAbout } from './outbox.ts'

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

const itemsOf = ({ items }: Pick<Delivery, 'items'>) => items && { items_json: JSON.stringify(items) }

function messageOf({ kind }: Delivery, items: Delivery['items'] = []): MessageKind {
  return items.some(({ state }) => state === 'impossible') ? deliveredSome : deliveredMessages[kind]
}

/** What was delivered is the price, and what was charged for the rest goes back. */
async function columnsOfItems(
  tx: Transaction<Database>,
  { attemptId, amount, excess }: Delivery,
  items: readonly DeliveryItem[],
) {
  const { paid, currency } = await tx
    .selectFrom('attempts')
    .select(['amount_minor as paid', 'currency'])
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const beyond = excess?.minor ?? 0
  const undelivered = chargeOfUndelivered({ paid: money(currency, paid - beyond), items })
  const given = items.filter(({ state }) => state === 'delivered')
  return {
    ...itemsOf({ items }),
    amount_minor: undelivered === 0 ? amount.minor : sumOf(given).minor,
    ...(undelivered > 0 && { excess_minor: beyond + undelivered, excess_way: 'refund' as const }),
  }
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

    async delivered(delivery, { bssReference, remaining, items, lookAgainAt }, receiptLeaseUntil) {
      const at = now()
      const columns = {
        bss_reference: bssReference,
        remaining_minor: remaining?.minor ?? null,
        decided_at: at,
        next_check_at: lookAgainAt ?? null,
        lease_until: 0,
      }
      const messages = await messagesAbout(db, delivery.attemptId, messageOf(delivery, items), at)
      const move = { to: 'delivered', at, columns } as const
      const { leadReference, excess } = delivery
      if (leadReference === undefined && excess === undefined && items === undefined) {
        const lease = receiptLeaseUntil && { lease_until: receiptLeaseUntil, held_by: processId }
        const { causes, message, hasMore } = lease ? leaseReceipt(messages, lease) : { causes: messages }
        if (!(await moveDelivery(db, delivery, { ...move, causes }))) return { became: 'overtaken' }
        return { became: 'delivered', ...(message && { message, hasMore }) }
      }
      return transaction(db, async (tx) => {
        const ofItems = items && (await columnsOfItems(tx, delivery, items))
        if (!(await moveDelivery(tx, delivery, { ...move, columns: { ...columns, ...ofItems } })))
          return { became: 'overtaken' }
        // The decision of staff is fulfilled by the refund of what was given up.
        if (lookAgainAt !== undefined && delivery.refundWantedAt !== undefined)
          await tx.deleteFrom('reviews').where('attempt_id', '=', delivery.attemptId).execute()
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
        ...itemsOf(delivery),
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
          ...itemsOf(delivery),
        })
        .where('attempt_id', '=', delivery.attemptId)
        .where('state', '=', delivery.state)
        .where('sends', '=', delivery.sends)
        .execute()
    },
  }
}
