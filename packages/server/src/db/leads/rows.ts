import { money } from '@nyanja/domain/money/money'
import type { Insertable, Selectable } from 'kysely'
import { z } from 'zod'
import type { Lead, LeadAddress } from '../../leads/lead.ts'
import type { NewLead } from '../../leads/lead-store.ts'
import type { LeadTable } from './tables.ts'

const Address = z.object({
  street1: z.string(),
  landmark: z.string().optional(),
  area: z.string().optional(),
  city: z.string(),
  country: z.string(),
  lat: z.number().optional(),
  lng: z.number().optional(),
  point: z.enum(['geocoded', 'by_hand', 'by_call']).optional(),
})

function addressFrom(json: string): LeadAddress {
  const { street1, landmark, area, city, country, lat, lng, point } = Address.parse(JSON.parse(json))
  return {
    ...{ street1, city, country },
    ...(landmark !== undefined && { landmark }),
    ...(area !== undefined && { area }),
    ...(lat !== undefined && lng !== undefined && { lat, lng }),
    ...(point !== undefined && { point }),
  }
}

export function toLead(row: Selectable<LeadTable>): Lead {
  return {
    id: row.id,
    reference: row.reference,
    trackId: row.track_id,
    channel: row.channel,
    source: row.source,
    language: row.language,
    fullName: row.full_name,
    msisdn: row.msisdn,
    ...(row.email !== null && { email: row.email }),
    address: addressFrom(row.address_json),
    plan: {
      code: row.plan_code,
      description: row.plan_description,
      amount: money(row.currency, row.amount_minor),
      ...(row.fee_minor !== null && { fee: money(row.currency, row.fee_minor) }),
    },
    consent: { at: row.consented_at, text: row.consent_text },
    stage: row.stage,
    stageAt: row.stage_at,
    moves: row.moves,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.scheduled_for !== null && { scheduledFor: row.scheduled_for }),
    ...(row.feasibility !== null && { feasibility: row.feasibility }),
    submission: row.submission,
    ...(row.bss_reference !== null && { bssReference: row.bss_reference }),
    sends: row.sends,
    ...(row.sent_at !== null && { sentAt: row.sent_at }),
    checks: row.checks,
    checkedAt: row.checked_at,
    ...(row.reported_at !== null && { reportedAt: row.reported_at }),
    createdAt: row.created_at,
  }
}

interface Holder {
  readonly processId: number
  readonly leaseMs: number
}

/** Makes a row that is due immediately, and leased to the process that submits it. */
export function rowOf(lead: NewLead, { processId, leaseMs }: Holder): Insertable<LeadTable> {
  const { id, reference, trackId, channel, source, language, fullName, msisdn, email, address, plan, createdAt } = lead
  return {
    ...{ id, reference, channel, source, language, msisdn },
    track_id: trackId,
    full_name: fullName,
    email: email ?? null,
    city: address.city,
    address_json: JSON.stringify(address),
    plan_code: plan.code,
    plan_description: plan.description,
    amount_minor: plan.amount.minor,
    fee_minor: plan.fee?.minor ?? null,
    currency: plan.amount.currency,
    consented_at: lead.consent.at,
    consent_text: lead.consent.text,
    stage: 'received',
    stage_at: createdAt,
    submission: 'due',
    checked_at: createdAt,
    created_at: createdAt,
    next_check_at: createdAt,
    lease_until: createdAt + leaseMs,
    held_by: processId,
  }
}
