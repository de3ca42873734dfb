import type { LeadStage } from '@nyanja/domain/leads/lead-states'
import type { LeadApplication } from './lead.ts'

/** Times are epoch milliseconds. */
export interface LeadStatusUpdate {
  readonly stage: LeadStage
  readonly at: number
  /** In words, for whoever waits. */
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
 * Where the operator's own people keep orders for internet at home. Handing in twice makes two of them there: the caller
 * reads back before it hands in again. A refusal is a result; a silent or broken BSS throws.
 */
export interface LeadService {
  submit(lead: LeadToSubmit): Promise<SubmitResult>
  /** By our own reference. */
  findByReference(reference: string): Promise<SubmittedLead | undefined>
  statusUpdatesOf(bssReference: string): Promise<LeadStatusUpdate | undefined>
}
