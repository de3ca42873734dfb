import type { LeadStage, SubmissionState } from '@nyanja/domain/leads/lead-states'
import type { Money } from '@nyanja/domain/money/money'
import type { ActingStaff } from '@nyanja/server/common/staff-action'

/** Staff's actions on an order that the BSS does not have. */
export interface LeadDecision {
  readonly reference: string
  readonly who: string
  readonly why: string
  readonly staff?: ActingStaff | undefined
}

/**
 * With `not_possible` the lead's state does not allow the decision, with `undecided` the BSS may have the order, and
 * with `busy` a worker is processing it.
 */
export type LeadDecided = 'done' | 'unknown' | 'not_possible' | 'undecided' | 'busy'

/** The decisions, each one move with a record of who made it, in one transaction. */
export interface LeadDecisions {
  /** Submits again what the BSS refused. */
  retry(decision: LeadDecision): Promise<LeadDecided>
  /** The BSS has it under that id, and it is followed from now on. */
  taken(decision: LeadDecision & { readonly bssReference: string }): Promise<LeadDecided>
  /** Ends an order that the BSS certainly does not have, and notifies the customer. */
  close(decision: LeadDecision): Promise<LeadDecided>
}

/** An order for home internet as staff see it. Times are epoch milliseconds. */
export interface ListedLead {
  readonly reference: string
  readonly createdAt: number
  readonly stage: LeadStage
  readonly stageAt: number
  readonly submission: SubmissionState
  readonly plan: string
  readonly town: string
  readonly msisdn: string
}

export interface HistoricLead extends ListedLead {
  readonly fullName: string
  readonly email?: string
  readonly street: string
  readonly landmark?: string
  /** The customer's further notes on the way to the house. */
  readonly area?: string
  readonly point?: string
  readonly price: Money
  readonly channel: string
  readonly source: string
  readonly consentedAt: number
  readonly consentText: string
  readonly feasibility?: string
  readonly bssReference?: string
  /** The reason why the BSS refuses it. */
  readonly refusal?: string
  readonly reason?: string
  readonly scheduledFor?: number
  readonly sends: number
  readonly nextCheckAt?: number
  readonly moves: readonly {
    readonly at: number
    readonly component: string
    readonly from: string
    readonly to: string
  }[]
}

export interface LeadList {
  /** Lists open orders: first those that the BSS does not have, then by waiting time. */
  open(limit: number): Promise<readonly ListedLead[]>
  lead(reference: string): Promise<HistoricLead | undefined>
}
