import type { Kysely } from 'kysely'
import type { Queue } from '../../common/work-queue.ts'
import { shortestPauseMs } from '../../payments/status-checks.ts'
import type { Database } from '../schema.ts'

interface RecheckQueue extends Queue {
  /** Makes up for callbacks that could not be recorded while the database was briefly unavailable. */
  request(): void
}

/** Runs `recheck` at the start of a worker and after each request, and retries until it succeeds. */
export function createRecheckQueue(recheck: () => Promise<void>): RecheckQueue {
  let isRequested = true
  return {
    name: 'recheck attempts',
    width: 1,
    request() {
      isRequested = true
    },
    async claim() {
      if (!isRequested) return []
      return [
        async () => {
          isRequested = false
          await recheck().catch((error: unknown) => {
            isRequested = true
            throw error
          })
        },
      ]
    },
  }
}

/** The pause between two status checks of one provider, in addition to those that are due anyway. */
const spacingMs = 50
/** A payment that has only just reached its provider cannot have ended there. */
const youngestMs = 5_000

/**
 * Makes all open payments at a provider due, because callbacks may have been missed. A gateway's minimum before the
 * first status check does not delay this one.
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
