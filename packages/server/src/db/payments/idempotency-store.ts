import { changeTogether, one } from '@nyanja/database/change-together'
import type { Begun } from '../../payments/attempt.ts'
import type { Claim, ClaimedAt, IdempotencyStore, KeyedCall, StoredAnswer } from '../../payments/idempotency.ts'
import type { OpenDatabase } from '../schema.ts'
import { begunRows } from './begun-rows.ts'
import type { IdempotencyTable } from './tables.ts'

type Handle = Pick<OpenDatabase, 'db' | 'processId'>

export function createIdempotencyStore({ db, processId }: Handle): IdempotencyStore {
  const rowOf = ({ client, key }: KeyedCall) =>
    db.selectFrom('idempotency').selectAll().where('client', '=', client).where('key', '=', key).executeTakeFirst()

  async function add(
    { client, key, bodyHash }: KeyedCall,
    at: ClaimedAt,
    { answer, begun }: { readonly answer?: StoredAnswer; readonly begun?: Begun | undefined } = {},
  ): Promise<boolean> {
    const { status = null, body = null } = answer ?? {}
    const row = { client, key, body_hash: bodyHash, http_status: status, answer: body, created_at: at }
    const insert = (handle: typeof db) =>
      handle
        .insertInto('idempotency')
        .values({ ...row, held_by: processId })
        .onConflict((conflict) => conflict.doNothing())
        .returning(one)
    return changeTogether(db, insert, begun === undefined ? [] : begunRows(begun))
  }

  async function takeOver({ client, key, created_at, held_by }: IdempotencyTable, at: ClaimedAt): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('idempotency')
      .set({ created_at: at, held_by: processId })
      .where('client', '=', client)
      .where('key', '=', key)
      .where('answer', 'is', null)
      .where('created_at', '=', created_at)
      .where('held_by', 'is not distinct from', held_by)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  return {
    async isKnown({ client, key }) {
      const known = db.selectFrom('idempotency').select('key').where('client', '=', client).where('key', '=', key)
      return (await known.executeTakeFirst()) !== undefined
    },

    add: (call, at, answer, begun) => add(call, at, { answer, begun }),

    async claim(call, { at, staleBefore, isInProgress }): Promise<Claim> {
      if (await add(call, at)) return { outcome: 'claimed' }
      const row = await rowOf(call)
      if (row === undefined) return { outcome: 'under_way' }
      if (row.body_hash !== call.bodyHash) return { outcome: 'other_body' }
      if (row.http_status !== null && row.answer !== null)
        return { outcome: 'answered', answer: { status: row.http_status, body: row.answer } }
      const isLost = row.held_by === processId && !isInProgress(row.created_at)
      const isFree = isLost || row.created_at < staleBefore
      return { outcome: isFree && (await takeOver(row, at)) ? 'claimed' : 'under_way' }
    },

    async keep({ client, key }, at, { status, body }, begun) {
      const keep = (handle: typeof db) =>
        handle
          .updateTable('idempotency')
          .set({ http_status: status, answer: body })
          .where('client', '=', client)
          .where('key', '=', key)
          .where('held_by', '=', processId)
          .where('created_at', '=', at)
          .returning(one)
      return changeTogether(db, keep, begun === undefined ? [] : begunRows(begun))
    },

    async release({ client, key }, at) {
      await db
        .deleteFrom('idempotency')
        .where('client', '=', client)
        .where('key', '=', key)
        .where('held_by', '=', processId)
        .where('created_at', '=', at)
        .where('answer', 'is', null)
        .execute()
    },
  }
}
