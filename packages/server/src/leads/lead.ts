import { isLeadOver, type LeadStage, type SubmissionState } from '@nyanja/domain/leads/lead-states'
import type { OrderedPlan } from '@nyanja/domain/leads/plan'

export interface LeadAddress {
  readonly street1: string
  readonly landmark?: string
  /** A part of the town, by its name. */
  readonly area?: string
  readonly city: string
  readonly country: string
  readonly lat?: number
  readonly lng?: number
  /** How the point came about; `by_call`: there is none, and somebody is to call and ask for the way. */
  readonly point?: 'geocoded' | 'by_hand' | 'by_call'
}

export interface Consent {
  /** Epoch milliseconds. */
  readonly at: number
  /** As it was shown. */
  readonly text: string
}

/** What a household or a partner hands in. */
export interface LeadApplication {
  /** Of the draft or, for a channel, of its idempotency key: handing in the same one twice makes one lead. */
  readonly id: string
  readonly channel: string
  readonly source: string
  readonly language: string
  readonly fullName: string
  /** Nine national digits. */
  readonly msisdn: string
  readonly email?: string
  readonly address: LeadAddress
  readonly plan: OrderedPlan
  readonly consent: Consent
}

/** Whether internet at home reaches a place, as far as anybody can say. */
export type Feasibility = 'feasible' | 'not_feasible' | 'unknown'

/** An order for internet at home, or the interest of somebody whom it does not reach yet. Times are epoch milliseconds. */
export interface Lead extends LeadApplication {
  /** To be read over the phone; it opens nothing without the number. */
  readonly reference: string
  /** Whoever holds it may read how the order goes, and no more. */
  readonly trackId: string
  readonly stage: LeadStage
  readonly stageAt: number
  /** How often it has moved: what a later reader saw. */
  readonly moves: number
  readonly reason?: string
  readonly scheduledFor?: number
  /** Absent until somebody was asked. */
  readonly feasibility?: Feasibility
  readonly submission: SubmissionState
  readonly bssReference?: string
  readonly sends: number
  readonly sentAt?: number
  /** Enquiries since it was sent, or since it last moved. */
  readonly checks: number
  readonly checkedAt: number
  /** When it was said that the place is reached now. */
  readonly reportedAt?: number
  readonly createdAt: number
}

/** The one rule for paying, by page or API: the operator has accepted the order. */
export function isPayable({
  feasibility,
  submission,
  stage,
}: Pick<Lead, 'feasibility' | 'submission' | 'stage'>): boolean {
  return feasibility === 'feasible' && submission === 'submitted' && !isLeadOver(stage)
}
