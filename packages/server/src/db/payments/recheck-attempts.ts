import type { Kysely } from 'kysely'
import { shortestPauseMs } from '../../payments/check-schedule.ts'
import type { Database } from '../schema.ts'

/** Between two enquiries of one provider, beside those that are due anyway. */
const spacingMs = 50
/** A payment that has only just reached its provider has not ended there. */
const youngestMs = 5_000

/**
 * Pulls the checks of all payments that are open at a provider forward, since callbacks may have been missed. The first
 * enquiry of a gateway is a matter of schedule; one more after an outage is allowed by every provider's documents.
 */
export async function recheckAttempts(db: Kysely<Database>, now: number): Promise<void> {
  const open = await db
    .selectFrom('attempts')
    .select(['id', 'gateway', 'created_at', 'handed_over_at'])
    .where('state', 'in', ['waiting', 'superseded'])
    .where('next_check_at', '>', now)
    .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<', now - shortestPauseMs)]))
    .orderBy('created_at')
    .execute()
  for (const ofOneGateway of Map.groupBy(open, ({ gateway }) => gateway).values())
    for (const [place, { id, created_at, handed_over_at }] of ofOneGateway.entries()) {
      const at = Math.max(now + place * spacingMs, (handed_over_at ?? created_at) + youngestMs)
      await db
        .updateTable('attempts')
        .set({ next_check_at: at })
        .where('id', '=', id)
        .where('state', 'in', ['waiting', 'superseded'])
        .where('next_check_at', '>', at)
        .execute()
    }
}
