import type { Kysely } from 'kysely'
import type { CheckStore, DeliveryStore, RefundStore } from '../../payments/worker.ts'
import { type Insertion, insertAll } from '../change-together.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { isUndeliverable, refundInstead, reviewUndeliverable } from './begin-components.ts'
import { nextCheck } from './due-work.ts'
import { lastCallText, moveDelivery, moveRefund } from './move-state.ts'
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

    async review(attemptId, reason) {
      await db
        .insertInto('reviews')
        .values({ attempt_id: attemptId, reason, created_at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

export function createDeliveryStore(db: Kysely<Database>, now: () => number): DeliveryStore {
  return {
    async sending(delivery) {
      const at = now()
      const columns = { sends: delivery.sends + 1, reads: 0, sent_at: at }
      return moveDelivery(db, delivery, { to: 'sending', at, columns })
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
      const messages = await messagesAbout(db, delivery.attemptId, deliveredMessages[delivery.kind], at)
      const move = { to: 'delivered', at, columns } as const
      if (delivery.leadReference === undefined)
        return (await moveDelivery(db, delivery, { ...move, causes: messages })) ? 'delivered' : 'overtaken'
      const { leadReference } = delivery
      return transaction(db, async (tx) => {
        if (!(await moveDelivery(tx, delivery, move))) return 'overtaken'
        if (await isUndeliverable(tx, leadReference)) {
          await reviewUndeliverable(tx, delivery.attemptId, at)
          return 'undeliverable'
        }
        await insertAll(tx, messages)
        return 'delivered'
      })
    },

    abandonAndRefund: (delivery, reason) => transaction(db, (tx) => refundInstead(tx, delivery, { reason, at: now() })),

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
          next_check_at: nextCheckAt,
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

export function createRefundStore(db: Kysely<Database>, now: () => number): RefundStore {
  return {
    async requesting(refund) {
      const columns = { tries: refund.tries + 1 }
      return moveRefund(db, refund, { to: 'requesting', at: now(), columns })
    },

    async refunded(refund) {
      const at = now()
      const columns = { decided_at: at, next_check_at: null, lease_until: 0 }
      const messages = await messagesAbout(db, refund.attemptId, 'refunded', at)
      return moveRefund(db, refund, { to: 'refunded', at, columns, causes: messages })
    },

    async scheduleRequest(refund, nextCheckAt) {
      const columns = { next_check_at: nextCheckAt, lease_until: 0 }
      return moveRefund(db, refund, { to: 'due', at: now(), columns })
    },

    async scheduleQuery(refund, nextCheckAt) {
      await db
        .updateTable('refunds')
        .set({ next_check_at: nextCheckAt, lease_until: 0, last_call_json: lastCallText() })
        .where('attempt_id', '=', refund.attemptId)
        .where('state', '=', refund.state)
        .execute()
    },

    async toReview(refund, reason) {
      const at = now()
      const columns = { next_check_at: null, lease_until: 0 }
      const row = { attempt_id: refund.attemptId, reason, created_at: at }
      const review: Insertion = { into: 'reviews', rows: [row], mayExist: true }
      return moveRefund(db, refund, { to: 'review', at, columns, causes: [review] })
    },
  }
}
