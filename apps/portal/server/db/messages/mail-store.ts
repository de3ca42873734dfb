import { sql } from 'kysely'
import { z } from 'zod'
import type { MailOutbox } from '../../messages/mail-outbox.ts'
import { createLeases } from '../leases.ts'
import type { OpenDatabase } from '../open.ts'
import { skipLocked } from '../skip-locked.ts'
import { createSendingMarks } from './sending-marks.ts'

const Params = z.record(z.string(), z.string())

type Handle = Pick<OpenDatabase, 'db' | 'engine' | 'self'>

/** The address stands with the payment alone, so that it is forgotten together with it. */
export function createMailStore({ db, engine, self }: Handle, now: () => number): MailOutbox {
  const lease = createLeases({ db, engine, self }, { table: 'mails', now })

  async function addressesOf(attemptIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (attemptIds.length === 0) return new Map()
    const rows = await db.selectFrom('attempts').select(['id', 'email']).where('id', 'in', attemptIds).execute()
    return new Map(rows.flatMap(({ id, email }) => (email === null ? [] : [[id, email] as const])))
  }

  return {
    claim: ({ limit, leaseMs }) =>
      lease(leaseMs, async ({ at, until, isFree }) => {
        const due = sql<string>`(select id from mails where next_check_at <= ${at} and ${isFree} order by next_check_at limit ${limit} ${skipLocked[engine]})`
        const rows = await db
          .updateTable('mails')
          .set({ lease_until: until, held_by: self })
          .where('id', 'in', due)
          .returningAll()
          .execute()
        const addresses = await addressesOf(rows.map(({ attempt_id }) => attempt_id))
        return rows.flatMap(({ id, attempt_id, kind, language, params_json, tries }) => {
          const email = addresses.get(attempt_id)
          if (email === undefined) return []
          const params = Params.parse(JSON.parse(params_json))
          return { id, attemptId: attempt_id, kind, language, tries, email, params }
        })
      }),

    ...createSendingMarks(db, 'mails'),
  }
}
