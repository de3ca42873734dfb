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
  /** The origin of the point. With `by_call` there is none, and the operator calls to ask for directions. */
  readonly point?: 'geocoded' | 'by_hand' | 'by_call'
}

export interface Consent {
  /** The time in epoch milliseconds. */
  readonly at: number
  /** The text as displayed. */
  readonly text: string
}

/** An application by a household or a partner. */
export interface LeadApplication {
  /** The id of the draft or, for a channel, of its idempotency key: submitting the same one twice creates one lead. */
  readonly id: string
  readonly channel: string
  readonly source: string
  readonly language: string
  readonly fullName: string
  /** The national digits of the number. */
  readonly msisdn: string
  readonly email?: string
  readonly address: LeadAddress
  readonly plan: OrderedPlan
  readonly consent: Consent
}

/** The availability of home internet at a place, as far as it is known. */
export type Feasibility = 'feasible' | 'not_feasible' | 'unknown'

/**
 * An order for home internet, or the interest of a customer whose place is not covered yet. Times are epoch
 * milliseconds.
 */
export interface Lead extends LeadApplication {
  /** The reference, made to be read over the phone; it gives access only together with the number. */
  readonly reference: string
  /** Its holder may read the progress of the order, and no more. */
  readonly trackId: string
  readonly stage: LeadStage
  readonly stageAt: number
  /** The version that a later reader saw, incremented by each move. */
  readonly moves: number
  readonly reason?: string
  readonly scheduledFor?: number
  /** The feasibility, absent until coverage was checked. */
  readonly feasibility?: Feasibility
  readonly submission: SubmissionState
  readonly bssReference?: string
  readonly sends: number
  readonly sentAt?: number
  /** The number of requests to the BSS since it was sent or last moved. */
  readonly checks: number
  readonly checkedAt: number
  /** The time at which the customer was notified that the place is covered now. */
  readonly reportedAt?: number
  readonly createdAt: number
}

/** Tells whether the operator has accepted the order: the only rule for paying, by page or API. */
export function isPayable({
  feasibility,
  submission,
  stage,
}: Pick<Lead, 'feasibility' | 'submission' | 'stage'>): boolean {
  return feasibility === 'feasible' && submission === 'submitted' && !isLeadOver(stage)
}
