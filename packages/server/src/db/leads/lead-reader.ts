import { transaction } from '@nyanja/database/transaction'
import { isLeadOver, isLeadServed, isLeadUndeliverable, leadStages } from '@nyanja/domain/leads/lead-states'
import { type Kysely, sql } from 'kysely'
import { shortestPauseMs } from '../../leads/lead-schedule.ts'
import type { LeadReader, LeadStep, StatusUpdateStore } from '../../leads/lead-store.ts'
import { reviewPaymentOf } from '../payments/begin-components.ts'
import { canBeStored } from '../payments/rows.ts'
import type { Database } from '../schema.ts'
import { report, stageMessage } from './lead-queue.ts'
import { changeLead, recordLeadEvent } from './move-lead.ts'
import { toLead } from './rows.ts'

function stepIn({ to_state, at }: { readonly to_state: string | null; readonly at: number | null }): LeadStep[] {
  const stage = leadStages.find((known) => known === to_state)
  return stage === undefined || at === null ? [] : [{ stage, at }]
}

export function createLeadReader(db: Kysely<Database>, now: () => number): LeadReader {
  return {
    async byReference(reference) {
      const row = await db.selectFrom('leads').selectAll().where('reference', '=', reference).executeTakeFirst()
      return row && toLead(row)
    },

    async byTrackId(trackId) {
      if (!canBeStored(trackId)) return undefined
      const moves = await db
        .selectFrom('leads')
        .leftJoin('lead_events', (join) =>
          join.onRef('lead_events.lead_id', '=', 'leads.id').on('component', '=', 'stage'),
        )
        .selectAll('leads')
        .select(['lead_events.to_state', 'lead_events.at'])
        .where('track_id', '=', trackId)
        .orderBy('lead_events.id')
        .execute()
      const [row] = moves
      return row && { ...toLead(row), steps: moves.flatMap(stepIn) }
    },

    async askSoon({ id, checkedAt }) {
      const at = now()
      await db
        .updateTable('leads')
        .set({ next_check_at: at })
        .where('id', '=', id)
        .where('submission', '=', 'submitted')
        .where('stage', '<>', 'interested')
        .where('next_check_at', '>', at)
        .where('checked_at', '=', checkedAt)
        .execute()
    },
  }
}

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
        await recordLeadEvent(tx, seen.id, { component: 'stage', ...states, at: changedAt })
        const isPayableNow = isServed && !isOver && seen.feasibility !== 'feasible'
        await report(tx, moved, { kind: stageMessage(moved, isPayableNow), at })
        const isPaid = isLeadUndeliverable(stage) && (await reviewPaymentOf(tx, moved.reference, at)) === 'paid'
        return isPaid ? 'ended_after_payment' : 'moved'
      })
    },

    async arrived(seen) {
      if (seen.reportedAt !== undefined) return false
      const at = now()
      const columns = { reported_at: at, closed_at: at, next_check_at: null, lease_until: 0, moves: seen.moves + 1 }
      return transaction(db, async (tx) => {
        const reached = await changeLead(tx, seen, columns)
        if (reached === undefined) return false
        await report(tx, reached, { kind: 'leadReached', at })
        return true
      })
    },

    async scheduleQuery(seen, nextCheckAt) {
      const at = now()
      // A callback since then may have been sent before the change was readable, or after it was read.
      const next = sql<number>`cast(case when heard_at > ${seen.checkedAt} then ${at + shortestPauseMs} else ${nextCheckAt} end as bigint)`
      await transaction(db, async (tx) => {
        await changeLead(tx, seen, { checks: seen.checks + 1, checked_at: at, next_check_at: next, lease_until: 0 })
      })
    },
  }
}
