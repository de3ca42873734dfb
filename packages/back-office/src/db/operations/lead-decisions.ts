import { transaction } from '@nyanja/database/transaction'
import {
  canLeadMove,
  canSubmissionMove,
  isLeadOver,
  type LeadStage,
  type SubmissionState,
} from '@nyanja/domain/leads/lead-states'
import { money } from '@nyanja/domain/money/money'
import { report, stageMessage } from '@nyanja/server/db/leads/lead-queue'
import { changeLead, recordLeadEvent } from '@nyanja/server/db/leads/move-lead'
import { toLead } from '@nyanja/server/db/leads/rows'
import type { LeadTable } from '@nyanja/server/db/leads/tables'
import { recordAction } from '@nyanja/server/db/record-action'
import type { Lead } from '@nyanja/server/leads/lead'
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type {
  HistoricLead,
  LeadDecided,
  LeadDecision,
  LeadDecisions,
  LeadList,
  ListedLead,
} from '../../operations/leads.ts'
import type { Database } from '../schema.ts'

interface Step {
  readonly submission?: SubmissionState
  readonly stage?: LeadStage
  readonly columns: Updateable<LeadTable>
}

function canStep(lead: Lead, { submission = lead.submission, stage = lead.stage }: Step): boolean {
  if (isLeadOver(lead.stage)) return false
  const movesOn = submission === lead.submission || canSubmissionMove(lead.submission, submission)
  return movesOn && (stage === lead.stage || canLeadMove(lead.stage, stage))
}

async function recordStep(tx: Transaction<Database>, from: Lead, to: Lead, at: number): Promise<void> {
  if (from.submission !== to.submission)
    await recordLeadEvent(tx, from.id, {
      component: 'submission',
      from_state: from.submission,
      to_state: to.submission,
      at,
    })
  if (from.stage !== to.stage)
    await recordLeadEvent(tx, from.id, { component: 'stage', from_state: from.stage, to_state: to.stage, at })
}

interface Held {
  readonly lead: Lead
  readonly refusal: string | null
}

/** With `busy` a worker has sent it to the BSS and has no answer yet. */
async function held(tx: Transaction<Database>, reference: string, at: number): Promise<Held | 'unknown' | 'busy'> {
  const row = await tx
    .updateTable('leads')
    .set({ lease_until: at })
    .where('reference', '=', reference)
    .where('lease_until', '<=', at)
    .returningAll()
    .executeTakeFirst()
  if (row !== undefined) return { lead: toLead(row), refusal: row.refusal }
  const known = await tx.selectFrom('leads').select('id').where('reference', '=', reference).executeTakeFirst()
  return known === undefined ? 'unknown' : 'busy'
}

async function take(tx: Transaction<Database>, lead: Lead, step: Step, at: number): Promise<boolean> {
  const { submission = lead.submission, stage = lead.stage, columns } = step
  const common = { submission, stage, moves: lead.moves + 1, refusal: null, checks: 0, lease_until: 0 }
  const moved = await changeLead(tx, lead, { ...common, ...columns })
  if (moved === undefined) return false
  await recordStep(tx, lead, moved, at)
  if (moved.stage === 'cancelled') await report(tx, moved, { kind: stageMessage(moved), at })
  return true
}

export function createLeadDecisions(db: Kysely<Database>, now: () => number): LeadDecisions {
  async function decide(
    action: string,
    { reference, who, why, staff }: LeadDecision,
    stepOf: (lead: Lead, at: number, refusal: string | null) => Step | 'undecided' | undefined,
  ): Promise<LeadDecided> {
    const at = now()
    return transaction(db, async (tx) => {
      const found = await held(tx, reference, at)
      if (typeof found === 'string') return found
      const { lead, refusal } = found
      const step = stepOf(lead, at, refusal)
      if (step === 'undecided') return step
      if (step === undefined || !canStep(lead, step)) return 'not_possible'
      if (!(await take(tx, lead, step, at))) return 'busy'
      await recordAction(tx, { at, who, action, subject: reference, why, staff })
      return 'done'
    })
  }

  return {
    retry: (decision) =>
      decide('leads retry', decision, ({ submission, stage }, at) =>
        submission === 'refused' && stage === 'on_hold'
          ? {
              ...{ submission: 'due', stage: 'received' },
              columns: { stage_at: at, sends: 0, sent_at: null, checked_at: at, next_check_at: at },
            }
          : undefined,
      ),

    taken: ({ bssReference, ...decision }) =>
      decide('leads taken', decision, ({ submission }, at) =>
        submission === 'submitted'
          ? undefined
          : { submission: 'submitted', columns: { bss_reference: bssReference, checked_at: at, next_check_at: at } },
      ),

    close: (decision) =>
      decide('leads close', decision, ({ submission }, at, refusal) => {
        if (submission === 'submitted') return undefined
        if (submission === 'submitting' && refusal === null) return 'undecided'
        return { stage: 'cancelled', columns: { stage_at: at, closed_at: at, next_check_at: null, reason: null } }
      }),
  }
}

function listed(row: Selectable<LeadTable>): ListedLead {
  return {
    reference: row.reference,
    createdAt: row.created_at,
    stage: row.stage,
    stageAt: row.stage_at,
    submission: row.submission,
    plan: row.plan_description,
    town: row.city,
    msisdn: row.msisdn,
  }
}

function historic(row: Selectable<LeadTable>, moves: HistoricLead['moves']): HistoricLead {
  const { fullName, email, address, channel, source, consent, feasibility, ...lead } = toLead(row)
  const { bssReference, reason, scheduledFor, sends } = lead
  return {
    ...listed(row),
    ...{ fullName, channel, source, sends, moves },
    price: money(row.currency, row.amount_minor),
    street: address.street1,
    consentedAt: consent.at,
    consentText: consent.text,
    ...(email !== undefined && { email }),
    ...(address.landmark !== undefined && { landmark: address.landmark }),
    ...(address.area !== undefined && { area: address.area }),
    ...(address.point !== undefined && { point: address.point }),
    ...(feasibility !== undefined && { feasibility }),
    ...(bssReference !== undefined && { bssReference }),
    ...(row.refusal !== null && { refusal: row.refusal }),
    ...(reason !== undefined && { reason }),
    ...(scheduledFor !== undefined && { scheduledFor }),
    ...(row.next_check_at !== null && { nextCheckAt: row.next_check_at }),
  }
}

export function createLeadList(db: Kysely<Database>): LeadList {
  return {
    async open(limit) {
      const rows = await db
        .selectFrom('leads')
        .selectAll()
        .where('closed_at', 'is', null)
        .orderBy(sql`case when submission = 'submitted' then 1 else 0 end`)
        .orderBy('stage_at')
        .limit(limit)
        .execute()
      return rows.map(listed)
    },

    async lead(reference) {
      const row = await db.selectFrom('leads').selectAll().where('reference', '=', reference).executeTakeFirst()
      if (row === undefined) return undefined
      const moves = await db
        .selectFrom('lead_events')
        .select(['at', 'component', 'from_state as from', 'to_state as to'])
        .where('lead_id', '=', row.id)
        .orderBy('id')
        .execute()
      return historic(row, moves)
    },
  }
}
