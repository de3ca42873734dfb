import type { LeadStage } from '@nyanja/domain/leads/lead-states'
import type { Feasibility, Lead } from './lead.ts'
import type { LeadStatusUpdate, SubmittedLead } from './lead-service.ts'

export type NewLead = Omit<Lead, 'stage' | 'stageAt' | 'moves' | 'submission' | 'sends' | 'checks' | 'checkedAt'>

/** Of a move, what may be shown to the holder of its link. */
export interface LeadStep {
  readonly stage: LeadStage
  readonly at: number
}

export interface LeadReader {
  byReference(reference: string): Promise<Lead | undefined>
  byTrackId(trackId: string): Promise<(Lead & { readonly steps: readonly LeadStep[] }) | undefined>
  /** Pulls the next question to the BSS forward, unless it was asked meanwhile. */
  askSoon(lead: Lead): Promise<void>
}

/**
 * Each method is one compare-and-set on what the caller saw. It answers the lead as it stands then, or undefined when
 * another process was first.
 */
export interface LeadSubmissionStore {
  /** Written before any call, and held for the caller. The one that stands already, if there is one. */
  begin(lead: NewLead, leaseMs: number): Promise<{ readonly lead: Lead; readonly isNew: boolean }>
  lead(id: string): Promise<Lead | undefined>
  /** Reports to the customer what was found out. */
  judged(lead: Lead, feasibility: Feasibility): Promise<Lead | undefined>
  handingOver(lead: Lead): Promise<Lead | undefined>
  submitted(lead: Lead, handed: SubmittedLead, nextCheckAt: number): Promise<Lead | undefined>
  /** The BSS does not take it: a person must look at it. */
  notTaken(lead: Lead, reason: string): Promise<Lead | undefined>
  /** The BSS was sent it often enough, and finds it nowhere: it is sent no more, and asked about again then. */
  lost(lead: Lead, nextCheckAt: number): Promise<void>
  /** The BSS has never heard of it. */
  notSubmitted(lead: Lead): Promise<Lead | undefined>
}

export interface StatusUpdateStore {
  /**
   * Reports to the customer, once for each move. `ended_after_payment`: there will be no internet at home, and what was paid
   * for it stands in the review list.
   */
  move(
    lead: Lead,
    statusUpdate: LeadStatusUpdate,
    nextCheckAt: number,
  ): Promise<'moved' | 'ended_after_payment' | 'overtaken'>
  /** The place of an interest is reached: says so once, and is done with it. */
  arrived(lead: Lead): Promise<boolean>
  /** Nothing new: asks again then. */
  retryRequest(lead: Lead, nextCheckAt: number): Promise<void>
}

interface LeadClaim {
  readonly limit: number
  readonly leaseMs: number
}

/** Leads on which something is due, each held for the one who claims it. */
export interface DueLeads {
  leadsToSubmit(claim: LeadClaim): Promise<readonly Lead[]>
  toFollow(claim: LeadClaim): Promise<readonly Lead[]>
  /** Makes one whose work failed due again soon. */
  repeated(id: string): Promise<void>
}
