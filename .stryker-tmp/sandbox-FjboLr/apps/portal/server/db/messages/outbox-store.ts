// @ts-nocheck
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Outbox } from '../../messages/outbox.ts'
import type { Engine } from '../open.ts'
import type { Database } from '../schema.ts'
import { skipLocked } from '../skip-locked.ts'

const Params = z.record(z.string(), z.string())

export function createOutboxStore(db: Kysely<Database>, engine: Engine, now: () => number): Outbox {
  return {
    async claim({ limit, leaseMs }) {
      const at = now()
      const due = sql<string>`(select id from messages where next_check_at <= ${at} and lease_until <= ${at} order by next_check_at limit ${limit} ${skipLocked[engine]})`
      const rows = await db
        .updateTable('messages')
        .set({ lease_until: at + leaseMs })
        .where('id', 'in', due)
        .returningAll()
        .execute()
      return rows.map(({ id, attempt_id, kind, msisdn, language, params_json, tries, expires_at }) => ({
        id,
        ...(attempt_id === null ? {} : { attemptId: attempt_id }),
        kind,
        msisdn,
        language,
        params: Params.parse(JSON.parse(params_json)),
        tries,
        ...(expires_at === null ? {} : { expiresAt: expires_at }),
      }))
    },

    async sent({ id }) {
      await db
        .updateTable('messages')
        .set({ state: 'sent', next_check_at: null, lease_until: 0 })
        .where('id', '=', id)
        .execute()
    },

    // Only as long as it stands as it was claimed: another worker may have sent it since.
    async notSent({ id, tries }, nextTryAt) {
      await db
        .updateTable('messages')
        .set({
          state: nextTryAt === undefined ? 'failed' : 'due',
          next_check_at: nextTryAt ?? null,
          lease_until: 0,
          tries: tries + 1,
        })
        .where('id', '=', id)
        .where('state', '=', 'due')
        .where('tries', '=', tries)
        .execute()
    },
  }
}
