import { createLeases } from '@nyanja/database/leases'
import type { LeadStage } from '@nyanja/domain/leads/lead-states'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Lead } from '../../leads/lead.ts'
import type { LeadHints } from '../../leads/lead-callbacks.ts'
import { shortestPauseMs } from '../../leads/lead-schedule.ts'
import type { DueLeads } from '../../leads/lead-store.ts'
import { canBeStored } from '../payments/rows.ts'
import type { Database, LeaseHandle } from '../schema.ts'
import { toLead } from './rows.ts'

const isInDelivery = sql`submission in ('due', 'submitting')`
const isSubmitted = sql`submission = 'submitted'`

export function createDueLeads(handle: LeaseHandle, now: () => number): DueLeads {
  const { claimDue, retrySoon } = createLeases(handle, { table: 'leads', now })
  return {
    leadsToSubmit: (claim) => claimDue(claim, (rows): readonly Lead[] => rows.map(toLead), isInDelivery),
    toFollow: (claim) => claimDue(claim, (rows): readonly Lead[] => rows.map(toLead), isSubmitted),
    repeated: retrySoon,
  }
}

export function createLeadHints(db: Kysely<Database>, now: () => number): LeadHints {
  return {
    async noteChange(bssReference) {
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
        .where('submission', '=', 'submitted')
        .where('next_check_at', 'is not', null)
        // No callback came since the last request: repeated callbacks until then change nothing.
        .where((lead) => lead.or([lead('heard_at', 'is', null), lead('heard_at', '<=', lead.ref('checked_at'))]))
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}

/** The message to the customer when the order reaches the stage. */
const messageOf = {
  received: 'leadReceived',
  checked: 'leadChecked',
  scheduled: 'leadScheduled',
  installed: 'leadInstalled',
  on_hold: 'leadOnHold',
  refused: 'leadRefused',
  cancelled: 'leadCancelled',
  interested: 'leadInterested',
} as const satisfies Record<LeadStage, string>

/** With `isPayableNow` the lead was not payable before this move. */
export function stageMessage({ stage, scheduledFor }: Lead, isPayableNow = false) {
  if (stage === 'checked' && isPayableNow) return 'leadPayable'
  return stage === 'scheduled' && scheduledFor === undefined ? 'leadScheduledNoDay' : messageOf[stage]
}

/** Reports in the transaction of the move, so that the message is sent once. */
export async function report(
  tx: Transaction<Database>,
  { id, moves, msisdn, language, reference, trackId, scheduledFor }: Lead,
  { kind, at }: { readonly kind: string; readonly at: number },
): Promise<void> {
  const params = {
    ...{ reference, trackId, at: String(at) },
    ...(scheduledFor !== undefined && { day: String(scheduledFor) }),
  }
  await tx
    .insertInto('messages')
    .values({
      id: `${id}-${kind}-${moves}`,
      attempt_id: null,
      ...{ kind, msisdn, language },
      params_json: JSON.stringify(params),
      state: 'due',
      created_at: at,
      next_check_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
