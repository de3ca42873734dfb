import { sql } from 'kysely'
import { z } from 'zod'
import type { Outbox } from '../../messages/outbox.ts'
import { createLeases } from '../leases.ts'
import type { OpenDatabase } from '../open.ts'
import { skipLocked } from '../skip-locked.ts'
import { createSendingMarks } from './sending-marks.ts'

const Params = z.record(z.string(), z.string())

type Handle = Pick<OpenDatabase, 'db' | 'engine' | 'self'>

export function createOutboxStore({ db, engine, self }: Handle, now: () => number): Outbox {
  const lease = createLeases({ db, engine, self }, { table: 'messages', now })

  return {
    claim: ({ limit, leaseMs }) =>
      lease(leaseMs, async ({ at, until, isFree }) => {
        const due = sql<string>`(select id from messages where next_check_at <= ${at} and ${isFree} order by next_check_at limit ${limit} ${skipLocked[engine]})`
        const rows = await db
          .updateTable('messages')
          .set({ lease_until: until, held_by: self })
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
      }),

    ...createSendingMarks(db, 'messages'),
  }
}
