import { createHash } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { SubscriptionRequest, SubscriptionStore, WebhookSubscription } from '../../leads/lead-subscriptions.ts'
import type { Database } from '../schema.ts'
import type { WebhookSubscriptionTable } from './tables.ts'

const what = 'leads'
const noAddress = ''

/** A digest, because the address would grant access to readers of the database. */
const hashOf = (address: string) => createHash('sha256').update(address).digest('base64url')

export function createSubscriptionStore(db: Kysely<Database>, now: () => number): SubscriptionStore {
  const leaseCondition = ({ heldUntil }: WebhookSubscription) =>
    ({ what, next_check_at: heldUntil }) satisfies Partial<Selectable<WebhookSubscriptionTable>>

  /** Leases the row if it is due: `next_check_at` is also the end of the lease. */
  async function lease({ isStart, leaseMs }: SubscriptionRequest, hash: string) {
    const at = now()
    return db
      .updateTable('webhook_subscriptions')
      .set({ next_check_at: at + leaseMs })
      .where('what', '=', what)
      .where((row) => row.or([row('next_check_at', '<=', at), ...(isStart ? [row('address_hash', '<>', hash)] : [])]))
      .returningAll()
      .executeTakeFirst()
  }

  return {
    async claim({ address, ...request }) {
      const hash = address === undefined ? noAddress : hashOf(address)
      if (address !== undefined)
        await db
          .insertInto('webhook_subscriptions')
          .values({ what, address_hash: hash, next_check_at: now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      const row = await lease(request, hash)
      return row && toSubscription(row, hash)
    },

    async recordRegistered(held, { id = null, address }, nextCheckAt) {
      const { numUpdatedRows } = await db
        .updateTable('webhook_subscriptions')
        .set({ subscription_id: id, address_hash: hashOf(address), tries: 0, next_check_at: nextCheckAt })
        .where((row) => row.and(leaseCondition(held)))
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async postpone(held, nextCheckAt) {
      await db
        .updateTable('webhook_subscriptions')
        .set({ tries: held.tries + 1, next_check_at: nextCheckAt })
        .where((row) => row.and(leaseCondition(held)))
        .execute()
    },

    async forget(held) {
      await db
        .deleteFrom('webhook_subscriptions')
        .where((row) => row.and(leaseCondition(held)))
        .execute()
    },
  }
}

function toSubscription(row: Selectable<WebhookSubscriptionTable>, hash: string): WebhookSubscription {
  return {
    ...(row.subscription_id !== null && { id: row.subscription_id }),
    isForCurrentAddress: row.address_hash === hash,
    tries: row.tries,
    heldUntil: row.next_check_at,
  }
}
