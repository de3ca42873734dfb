import type { LeadStage, SubmissionState } from '@nyanja/domain/leads/lead-states'
import type { Money } from '@nyanja/domain/money/money'

/** An order for internet at home as operators see it. Times are epoch milliseconds. */
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
  /** What else was said of the way. */
  readonly area?: string
  readonly point?: string
  readonly price: Money
  readonly channel: string
  readonly source: string
  readonly consentedAt: number
  readonly consentText: string
  readonly feasibility?: string
  readonly bssReference?: string
  /** Why the BSS does not take it. */
  readonly refusal?: string
  readonly reason?: string
  readonly scheduledFor?: number
  readonly sends: number
  readonly nextCheckAt?: number
  readonly moves: readonly { readonly at: number; readonly leg: string; readonly from: string; readonly to: string }[]
}

export interface LeadList {
  /** Those that are not over: first what the BSS does not have, then what has waited longest. */
  open(limit: number): Promise<readonly ListedLead[]>
  lead(reference: string): Promise<HistoricLead | undefined>
}
