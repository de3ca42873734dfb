import { money } from '@nyanja/domain/money/money'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { HistoricLead, LeadList, ListedLead } from '../../operations/lead-list.ts'
import { leadFrom } from '../leads/rows.ts'
import type { LeadTable } from '../leads/tables.ts'
import type { Database } from '../schema.ts'

function listed(row: Selectable<LeadTable>): ListedLead {
  return {
    reference: row.reference,
    createdAt: row.created_at,
    stage: row.stage,
    stageAt: row.stage_at,
    submission: row.hand_in,
    plan: row.plan_description,
    town: row.city,
    msisdn: row.msisdn,
  }
}

function historic(row: Selectable<LeadTable>, moves: HistoricLead['moves']): HistoricLead {
  const { fullName, email, address, channel, source, consent, feasibility, ...lead } = leadFrom(row)
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
        .orderBy(sql`case when hand_in = 'handed_in' then 1 else 0 end`)
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
        .select(['at', 'leg', 'from_state as from', 'to_state as to'])
        .where('lead_id', '=', row.id)
        .orderBy('id')
        .execute()
      return historic(row, moves)
    },
  }
}
