import { type RawBuilder, sql } from 'kysely'
import type { Lead } from '../../leads/lead.ts'
import type { DueLeads, LeadClaim } from '../../leads/lead-store.ts'
import { createLeases } from '../leases.ts'
import type { OpenDatabase } from '../open.ts'
import { skipLocked } from '../skip-locked.ts'
import { leadFrom } from './rows.ts'

type Handle = Pick<OpenDatabase, 'db' | 'engine' | 'self'>

/** Long enough that a bug which strikes the same row each time is heard of a few times a minute, not all the time. */
const againAfterMs = 5_000

const isOnItsWay = sql`hand_in in ('due', 'handing_over')`
const isHandedIn = sql`hand_in = 'handed_in'`

export function createDueLeads({ db, engine, self }: Handle, now: () => number): DueLeads {
  const lease = createLeases({ db, engine, self }, { table: 'leads', now })

  const claim = (which: RawBuilder<unknown>, { limit, leaseMs }: LeadClaim): Promise<readonly Lead[]> =>
    lease(leaseMs, async ({ at, until, isFree }) => {
      const due = sql<string>`(select id from leads where ${which} and next_check_at <= ${at} and ${isFree} order by next_check_at limit ${limit} ${skipLocked[engine]})`
      const rows = await db
        .updateTable('leads')
        .set({ lease_until: until, held_by: self })
        .where('id', 'in', due)
        .returningAll()
        .execute()
      return rows.map(leadFrom)
    })

  return {
    toHandIn: (asked) => claim(isOnItsWay, asked),
    toFollow: (asked) => claim(isHandedIn, asked),

    async again(id) {
      const soon = now() + againAfterMs
      await db
        .updateTable('leads')
        .set({ lease_until: soon, held_by: null })
        .where('id', '=', id)
        .where('held_by', '=', self)
        .where('lease_until', '>', soon)
        .execute()
    },
  }
}
