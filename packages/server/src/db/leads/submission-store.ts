import { transaction } from '@nyanja/database/transaction'
import type { SubmissionState } from '@nyanja/domain/leads/lead-states'
import type { Insertable, Transaction, Updateable } from 'kysely'
import type { Lead } from '../../leads/lead.ts'
import type { LeadSubmissionStore } from '../../leads/lead-store.ts'
import type { Database, OpenDatabase } from '../schema.ts'
import { report, stageMessage } from './lead-queue.ts'
import { changeLead, recordLeadEvent } from './move-lead.ts'
import { rowOf, toLead } from './rows.ts'
import type { LeadTable } from './tables.ts'

type Handle = Pick<OpenDatabase, 'db' | 'processId'>

const messageKinds = { feasible: 'leadReceived', unknown: 'leadUnsure', not_feasible: 'leadInterested' } as const

/** The text for staff. */
const lostByBss = 'the BSS has no record of it'

/** Returns undefined when the lead exists already. */
async function insertLead(tx: Transaction<Database>, fresh: Insertable<LeadTable>): Promise<Lead | undefined> {
  const row = await tx
    .insertInto('leads')
    .values(fresh)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, stage, submission, created_at: at } = row
  await recordLeadEvent(tx, id, { component: 'stage', from_state: 'none', to_state: stage, at })
  await recordLeadEvent(tx, id, { component: 'submission', from_state: 'none', to_state: submission, at })
  return toLead(row)
}

export function createLeadSubmissionStore({ db, processId }: Handle, now: () => number): LeadSubmissionStore {
  async function lead(id: string): Promise<Lead | undefined> {
    const row = await db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toLead(row)
  }

  async function move(seen: Lead, to: SubmissionState, columns: Updateable<LeadTable>): Promise<Lead | undefined> {
    const at = now()
    return transaction(db, async (tx) => {
      const moved = await changeLead(tx, seen, { ...columns, submission: to })
      if (moved === undefined) return undefined
      await recordLeadEvent(tx, seen.id, { component: 'submission', from_state: seen.submission, to_state: to, at })
      return moved
    })
  }

  return {
    lead,

    async begin(fresh, leaseMs) {
      const begun = await transaction(db, (tx) => insertLead(tx, rowOf(fresh, { processId, leaseMs })))
      const standing = begun ?? (await lead(fresh.id))
      if (standing === undefined) throw new Error('A lead was deleted during its submission')
      return { lead: standing, isNew: begun !== undefined }
    },

    async judged(seen, feasibility) {
      if (seen.feasibility !== undefined) return undefined
      const at = now()
      const isReached = feasibility !== 'not_feasible'
      const columns = isReached ? {} : { stage: 'interested' as const, stage_at: at, moves: seen.moves + 1 }
      return transaction(db, async (tx) => {
        const judged = await changeLead(tx, seen, { feasibility, ...columns })
        if (judged === undefined) return undefined
        if (!isReached)
          await recordLeadEvent(tx, seen.id, { component: 'stage', from_state: seen.stage, to_state: judged.stage, at })
        await report(tx, judged, { kind: messageKinds[feasibility], at })
        return judged
      })
    },

    beginSubmission: (seen) => move(seen, 'submitting', { sends: seen.sends + 1, sent_at: now(), checks: 0 }),

    submitted: (seen, { bssReference }, nextCheckAt) =>
      move(seen, 'submitted', {
        bss_reference: bssReference,
        refusal: null,
        checks: 0,
        checked_at: now(),
        next_check_at: nextCheckAt,
        lease_until: 0,
      }),

    async notTaken(seen, reason) {
      const at = now()
      const columns = {
        submission: 'refused' as const,
        stage: 'on_hold' as const,
        ...{ refusal: reason, stage_at: at, moves: seen.moves + 1 },
        ...{ next_check_at: null, lease_until: 0 },
      }
      return transaction(db, async (tx) => {
        const held = await changeLead(tx, seen, columns)
        if (held === undefined) return undefined
        await recordLeadEvent(tx, seen.id, {
          component: 'submission',
          from_state: seen.submission,
          to_state: 'refused',
          at,
        })
        await recordLeadEvent(tx, seen.id, { component: 'stage', from_state: seen.stage, to_state: 'on_hold', at })
        await report(tx, held, { kind: stageMessage(held), at })
        return held
      })
    },

    async lost(seen, nextCheckAt) {
      const checks = { checks: seen.checks + 1, checked_at: now(), next_check_at: nextCheckAt, lease_until: 0 }
      await transaction(db, (tx) => changeLead(tx, seen, { ...checks, refusal: lostByBss }))
    },

    notSubmitted: (seen) => move(seen, 'due', {}),
  }
}
