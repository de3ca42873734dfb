import type { LeadStage, SubmissionState } from '@nyanja/domain/leads/lead-states'
import type { Currency } from '@nyanja/domain/money/money'
import type { Generated } from 'kysely'
import type { Feasibility } from '../../leads/lead.ts'

/** Orders for internet at home, and interests. Times are epoch milliseconds. */
export interface LeadTable {
  id: string
  reference: string
  track_id: string
  channel: string
  source: string
  language: string
  full_name: string
  msisdn: string
  email: string | null
  city: string
  address_json: string
  plan_code: string
  plan_description: string
  amount_minor: number
  /** For the connection. Orders made before it was kept pay what the market asks. */
  fee_minor: number | null
  currency: Currency
  consented_at: number
  consent_text: string
  stage: LeadStage
  stage_at: number
  moves: Generated<number>
  reason: string | null
  scheduled_for: number | null
  feasibility: Feasibility | null
  submission: SubmissionState
  bss_reference: string | null
  /** Why the BSS does not have it, for operators alone. */
  refusal: string | null
  sends: Generated<number>
  sent_at: number | null
  checks: Generated<number>
  checked_at: number
  reported_at: number | null
  created_at: number
  /** When nothing more was to follow. */
  closed_at: number | null
  next_check_at: number | null
  /** When the BSS last said that it has changed. */
  heard_at: Generated<number | null>
  lease_until: Generated<number>
  held_by: number | null
}

interface LeadMoveTable {
  component: 'stage' | 'submission'
  from_state: string
  to_state: string
}

/** Holds nothing of anybody. */
export interface LeadEventTable {
  id: Generated<number>
  lead_id: string
  component: LeadMoveTable['component']
  from_state: string
  to_state: string
  at: number
}

/** How we stand with the BSS, so that it calls us once, whichever process asked it to. */
export interface WebhookSubscriptionTable {
  what: string
  address_hash: string
  subscription_id: string | null
  tries: Generated<number>
  next_check_at: number
}

export interface LeadTables {
  webhook_subscriptions: WebhookSubscriptionTable
  leads: LeadTable
  lead_moves: LeadMoveTable
  lead_events: LeadEventTable
}

/** Orders for internet at home that are under way. What was typed stands in one column, which is emptied when it is sent. */
export interface LeadDraftTable {
  id: string
  version: number
  channel: string
  language: string
  answers_json: string
  lead_json: string | null
  created_at: number
  expires_at: number
}

export interface DraftTables {
  lead_drafts: LeadDraftTable
}
