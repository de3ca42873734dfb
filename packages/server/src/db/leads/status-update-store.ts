import { isLeadOver, isLeadServed, isLeadUndeliverable } from '@nyanja/domain/leads/lead-states'
import { type Kysely, sql } from 'kysely'
import { shortestPauseMs } from '../../leads/lead-schedule.ts'
import type { StatusUpdateStore } from '../../leads/lead-store.ts'
import { reviewPaymentOf } from '../payments/paid-lead.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { report, stageMessage } from './lead-outbox.ts'
import { changeLead, recordLeadEvent } from './move-lead.ts'

export function createStatusUpdateStore(db: Kysely<Database>, now: () => number): StatusUpdateStore {
  return {
    async move(seen, { stage, at: changedAt, reason, scheduledFor }, nextCheckAt) {
      const at = now()
      const isOver = isLeadOver(stage)
      const isServed = isLeadServed(stage)
      const columns = {
        ...{ stage, stage_at: changedAt, moves: seen.moves + 1 },
        ...(isServed && { feasibility: 'feasible' as const }),
        ...{ reason: reason ?? null, scheduled_for: scheduledFor ?? null },
        ...{ checks: 0, checked_at: at, lease_until: 0 },
        next_check_at: isOver ? null : nextCheckAt,
        closed_at: isOver ? at : null,
      }
      return transaction(db, async (tx) => {
        const moved = await changeLead(tx, seen, columns)
        if (moved === undefined) return 'overtaken'
        const states = { from_state: seen.stage, to_state: stage }
        await recordLeadEvent(tx, seen.id, { leg: 'stage', ...states, at: changedAt })
        const isPayableNow = isServed && !isOver && seen.feasibility !== 'feasible'
        await report(tx, moved, { kind: stageMessage(moved, isPayableNow), at })
        const isPaid = isLeadUndeliverable(stage) && (await reviewPaymentOf(tx, moved.reference, at)) === 'paid'
        return isPaid ? 'ended_after_payment' : 'moved'
      })
    },

    async arrived(seen) {
      if (seen.reportedAt !== undefined) return false
      const at = now()
      const columns = { told_at: at, closed_at: at, next_check_at: null, lease_until: 0, moves: seen.moves + 1 }
      return transaction(db, async (tx) => {
        const reached = await changeLead(tx, seen, columns)
        if (reached === undefined) return false
        await report(tx, reached, { kind: 'leadReached', at })
        return true
      })
    },

    async retryRequest(seen, nextCheckAt) {
      const at = now()
      // Whoever called since then may have done so before the change could be read, or after it was asked for.
      const next = sql<number>`cast(case when heard_at > ${seen.checkedAt} then ${at + shortestPauseMs} else ${nextCheckAt} end as bigint)`
      await transaction(db, async (tx) => {
        await changeLead(tx, seen, { checks: seen.checks + 1, checked_at: at, next_check_at: next, lease_until: 0 })
      })
    },
  }
}
