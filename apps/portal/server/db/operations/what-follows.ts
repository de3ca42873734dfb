import type { Resolution } from '@nyanja/domain/payments/review-resolutions'
import type { Transaction } from 'kysely'
import type { Attempt } from '../../payments/attempt.ts'
import { beginDelivery, beginRefund } from '../payments/begin-components.ts'
import { deliveredMessages, postMessage } from '../payments/outbox.ts'
import type { Database } from '../schema.ts'

type Follow = (tx: Transaction<Database>, attempt: Attempt, at: number) => Promise<void>

const nothing: Follow = async () => {}

/** What a resolution begins after its move; workers do the rest, and the payer is told as always. */
export const whatFollows: Readonly<Record<Resolution, Follow>> = {
  /** As any capture: the first of an order is delivered, another one goes back. */
  async paid(tx, attempt, at) {
    if (await beginDelivery(tx, attempt, at))
      await tx.updateTable('attempts').set({ pays_order: 1 }).where('id', '=', attempt.id).execute()
    else await beginRefund(tx, attempt, at)
  },

  async refund(tx, attempt, at) {
    await beginRefund(tx, attempt, at)
    await postMessage(tx, attempt.id, 'refundBegun', at)
  },

  async delivered(tx, attempt, at) {
    const { kind } = await tx
      .selectFrom('deliveries')
      .select('kind')
      .where('attempt_id', '=', attempt.id)
      .executeTakeFirstOrThrow()
    await postMessage(tx, attempt.id, deliveredMessages[kind], at)
  },

  refunded: (tx, attempt, at) => postMessage(tx, attempt.id, 'refunded', at),
  unpaid: nothing,
  closed: nothing,
}
