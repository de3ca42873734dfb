import { isLeadOver, type LeadStage, type SubmissionState } from '@nyanja/domain/leads/lead-states'
import type { OrderedPlan } from '@nyanja/domain/leads/plan'

export interface LeadAddress {
  readonly street1: string
  readonly landmark?: string
  /** The area is a part of the town, by its name. */
  readonly area?: string
  readonly city: string
  readonly country: string
  readonly lat?: number
  readonly lng?: number
  /** The origin of the point. With `by_call` there is none, and the operator calls to ask for directions. */
  readonly point?: 'geocoded' | 'by_hand' | 'by_call'
}

export interface Consent {
  /** The time is in epoch milliseconds. */
  readonly at: number
  /** The text is stored as displayed. */
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
  /** The number has nine national digits. */
  readonly msisdn: string
  readonly email?: string
  readonly address: LeadAddress
  readonly plan: OrderedPlan
  readonly consent: Consent
}

/** The value tells whether home internet is available at a place, as far as is known. */
export type Feasibility = 'feasible' | 'not_feasible' | 'unknown'

/**
 * An order for home internet, or the interest of a customer whose place is not covered yet. Times are epoch
 * milliseconds.
 */
export interface Lead extends LeadApplication {
  /** The reference is made to be read over the phone; it gives access only together with the number. */
  readonly reference: string
  /** Its holder may read the progress of the order, and no more. */
  readonly trackId: string
  readonly stage: LeadStage
  readonly stageAt: number
  /** The version that a later reader saw, incremented by each move. */
  readonly moves: number
  readonly reason?: string
  readonly scheduledFor?: number
  /** The value is absent until coverage was checked. */
  readonly feasibility?: Feasibility
  readonly submission: SubmissionState
  readonly bssReference?: string
  readonly sends: number
  readonly sentAt?: number
  /** These are the requests to the BSS since it was sent or last moved. */
  readonly checks: number
  readonly checkedAt: number
  /** The customer was notified at this time that the place is covered now. */
  readonly reportedAt?: number
  readonly createdAt: number
}

/** A lead is payable once the operator has accepted the order. Pages and API use this rule alone. */
export function isPayable({
  feasibility,
  submission,
  stage,
}: Pick<Lead, 'feasibility' | 'submission' | 'stage'>): boolean {
  return feasibility === 'feasible' && submission === 'submitted' && !isLeadOver(stage)
}
