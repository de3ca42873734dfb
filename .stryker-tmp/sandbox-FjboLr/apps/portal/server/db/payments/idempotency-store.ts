// @ts-nocheck
import type { Kysely } from 'kysely'
import type { Claim, IdempotencyStore, KeyedCall } from '../../payments/idempotency-store.ts'
import type { Database } from '../schema.ts'

export function createIdempotencyStore(db: Kysely<Database>, now: () => number): IdempotencyStore {
  const rowOf = ({ client, key }: KeyedCall) =>
    db.selectFrom('idempotency').selectAll().where('client', '=', client).where('key', '=', key).executeTakeFirst()

  async function add({ client, key, bodyHash }: KeyedCall): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('idempotency')
      .values({ client, key, body_hash: bodyHash, http_status: null, answer: null, created_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

  async function takeOver({ client, key }: KeyedCall, claimedAt: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('idempotency')
      .set({ created_at: now() })
      .where('client', '=', client)
      .where('key', '=', key)
      .where('answer', 'is', null)
      .where('created_at', '=', claimedAt)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  return {
    async claim(call, staleBefore): Promise<Claim> {
      if (await add(call)) return { outcome: 'claimed' }
      const row = await rowOf(call)
      if (row === undefined) return { outcome: 'under_way' }
      if (row.body_hash !== call.bodyHash) return { outcome: 'other_body' }
      if (row.http_status !== null && row.answer !== null)
        return { outcome: 'answered', answer: { status: row.http_status, body: row.answer } }
      const isStale = row.created_at < staleBefore
      return { outcome: isStale && (await takeOver(call, row.created_at)) ? 'claimed' : 'under_way' }
    },

    async keep({ client, key }, { status, body }) {
      await db
        .updateTable('idempotency')
        .set({ http_status: status, answer: body })
        .where('client', '=', client)
        .where('key', '=', key)
        .execute()
    },

    async release({ client, key }) {
      await db
        .deleteFrom('idempotency')
        .where('client', '=', client)
        .where('key', '=', key)
        .where('answer', 'is', null)
        .execute()
    },
  }
}
