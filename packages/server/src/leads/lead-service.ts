import type { LeadStage } from '@nyanja/domain/leads/lead-states'
import type { LeadApplication } from './lead.ts'

/** A state of a lead at the BSS. Times are epoch milliseconds. */
export interface LeadStatusUpdate {
  readonly stage: LeadStage
  readonly at: number
  /** A text for the waiting customer. */
  readonly reason?: string
  readonly scheduledFor?: number
}

export interface SubmittedLead {
  readonly bssReference: string
  readonly statusUpdate: LeadStatusUpdate
}

export interface LeadToSubmit extends Omit<LeadApplication, 'id' | 'channel' | 'language'> {
  readonly reference: string
  readonly kind: 'order' | 'interest'
}

export type SubmitResult =
  | ({ readonly outcome: 'submitted' } & SubmittedLead)
  | { readonly outcome: 'refused'; readonly reason: string }

/**
 * The operator's system for home internet orders. Submitting twice creates two orders: the caller looks the reference
 * up before it submits again. A refusal is a result; a silent or broken BSS throws.
 */
export interface LeadService {
  submit(lead: LeadToSubmit): Promise<SubmitResult>
  /** Finds a lead by our own reference. */
  findByReference(reference: string): Promise<SubmittedLead | undefined>
  getStatusUpdate(bssReference: string): Promise<LeadStatusUpdate | undefined>
}
