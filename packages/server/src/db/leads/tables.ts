import type { LeadStage, SubmissionState } from '@nyanja/domain/leads/lead-states'
import type { Currency } from '@nyanja/domain/money/money'
import type { Generated } from 'kysely'
import type { Feasibility } from '../../leads/lead.ts'

/** Orders for home internet, and interests. Times are epoch milliseconds. */
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
  /** The connection fee. Orders from before this column pay the market's current fee. */
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
  /** The reason why the BSS does not have it, for staff only. */
  refusal: string | null
  sends: Generated<number>
  sent_at: number | null
  checks: Generated<number>
  checked_at: number
  reported_at: number | null
  created_at: number
  /** The time at which the lead reached a final stage. */
  closed_at: number | null
  next_check_at: number | null
  /** The time at which the BSS last reported a change. */
  heard_at: Generated<number | null>
  lease_until: Generated<number>
  held_by: number | null
}

export interface LeadMoveTable {
  component: 'stage' | 'submission'
  from_state: string
  to_state: string
}

/** The history of leads, without personal data. */
export interface LeadEventTable {
  id: Generated<number>
  lead_id: string
  component: LeadMoveTable['component']
  from_state: string
  to_state: string
  at: number
}

/** The state of the webhook subscription, shared by all processes so that the BSS calls once. */
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

/** Unfinished orders for home internet. The typed answers are in one column, which is emptied on submission. */
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
