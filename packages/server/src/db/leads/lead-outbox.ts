import type { LeadStage } from '@nyanja/domain/leads/lead-states'
import type { Transaction } from 'kysely'
import type { Lead } from '../../leads/lead.ts'
import type { Database } from '../schema.ts'

/** What whoever ordered is told when it gets there. */
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

/** `isPayableNow`: it could not be paid before this move. */
export function stageMessage({ stage, scheduledFor }: Lead, isPayableNow = false) {
  if (stage === 'checked' && isPayableNow) return 'leadPayable'
  return stage === 'scheduled' && scheduledFor === undefined ? 'leadScheduledNoDay' : messageOf[stage]
}

/** In the transaction of what it speaks of, so that it is said once. */
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
