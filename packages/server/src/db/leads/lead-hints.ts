import { type Kysely, sql } from 'kysely'
import type { LeadHints } from '../../leads/lead-callbacks.ts'
import { shortestPauseMs } from '../../leads/lead-schedule.ts'
import { canBeStored } from '../payments/storable.ts'
import type { Database } from '../schema.ts'

export function createLeadHints(db: Kysely<Database>, now: () => number): LeadHints {
  return {
    async heardOf(bssReference) {
      if (!canBeStored(bssReference)) return false
      const at = now()
      const soonest = sql<number>`case when checked_at > ${at - shortestPauseMs} then checked_at + ${shortestPauseMs} else ${at} end`
      const { numUpdatedRows } = await db
        .updateTable('leads')
        .set({
          heard_at: at,
          next_check_at: sql<number>`case when next_check_at < ${soonest} then next_check_at else ${soonest} end`,
        })
        .where('bss_reference', '=', bssReference)
        .where('hand_in', '=', 'handed_in')
        .where('next_check_at', 'is not', null)
        // Since it was last asked about nobody has called: what comes again until then says nothing new.
        .where((lead) => lead.or([lead('heard_at', 'is', null), lead('heard_at', '<=', lead.ref('checked_at'))]))
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}
