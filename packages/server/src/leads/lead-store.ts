import type { LeadStage } from '@nyanja/domain/leads/lead-states'
import type { Feasibility, Lead } from './lead.ts'
import type { LeadStatusUpdate, SubmittedLead } from './lead-service.ts'

export type NewLead = Omit<Lead, 'stage' | 'stageAt' | 'moves' | 'submission' | 'sends' | 'checks' | 'checkedAt'>

/** The parts of a move that may be shown to the holder of its link. */
export interface LeadStep {
  readonly stage: LeadStage
  readonly at: number
}

export interface LeadReader {
  byReference(reference: string): Promise<Lead | undefined>
  byTrackId(trackId: string): Promise<(Lead & { readonly steps: readonly LeadStep[] }) | undefined>
  /** Makes the next request to the BSS due, unless one was made in the meantime. */
  askSoon(lead: Lead): Promise<void>
}

/**
 * Each method is one compare-and-set on the state that the caller read. It returns the new lead, or undefined when
 * another process was first.
 */
export interface LeadSubmissionStore {
  /** Writes the lead before any call, and leases it to the caller. Returns the existing row, if there is one. */
  begin(lead: NewLead, leaseMs: number): Promise<{ readonly lead: Lead; readonly isNew: boolean }>
  lead(id: string): Promise<Lead | undefined>
  /** Stores the feasibility, and notifies the customer of it. */
  judged(lead: Lead, feasibility: Feasibility): Promise<Lead | undefined>
  beginSubmission(lead: Lead): Promise<Lead | undefined>
  submitted(lead: Lead, handed: SubmittedLead, nextCheckAt: number): Promise<Lead | undefined>
  /** The BSS refuses it: staff must decide. */
  notTaken(lead: Lead, reason: string): Promise<Lead | undefined>
  /**
   * Stores that the BSS was sent the lead several times and does not find it: it is not sent again, and looked up at
   * this time.
   */
  lost(lead: Lead, nextCheckAt: number): Promise<void>
  /** Stores that the BSS does not know the lead. */
  notSubmitted(lead: Lead): Promise<Lead | undefined>
}

export interface StatusUpdateStore {
  /**
   * Notifies the customer once for each move. `ended_after_payment` means that the order ended without home internet,
   * and its payment is in the review list.
   */
  move(
    lead: Lead,
    statusUpdate: LeadStatusUpdate,
    nextCheckAt: number,
  ): Promise<'moved' | 'ended_after_payment' | 'overtaken'>
  /** The place of an interest is covered now: notifies the customer once and ends the interest. */
  arrived(lead: Lead): Promise<boolean>
  /** Sets the time of the next request, because nothing has changed. */
  scheduleQuery(lead: Lead, nextCheckAt: number): Promise<void>
}

interface LeadClaim {
  readonly limit: number
  readonly leaseMs: number
}

/** The due leads, each leased to the caller. */
export interface DueLeads {
  leadsToSubmit(claim: LeadClaim): Promise<readonly Lead[]>
  toFollow(claim: LeadClaim): Promise<readonly Lead[]>
  /** Makes a lead whose processing failed due again soon. */
  repeated(id: string): Promise<void>
}
