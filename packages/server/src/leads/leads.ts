import type { OrderedPlan } from '@nyanja/domain/leads/plan'
import type { Lead, LeadApplication } from './lead.ts'
import type { LeadSubmissionStore } from './lead-store.ts'
import type { LeadSubmission } from './lead-submission.ts'

interface Kept {
  readonly reference: string
  readonly trackId: string
  /** The product, which later calls cannot change. */
  readonly plan: OrderedPlan
}

export type SubmitResult =
  /** A lead that the BSS has, at a place that is covered: it can be paid. */
  | ({ readonly outcome: 'feasible' } & Kept)
  /** A lead stored as an interest: the customer is notified when the place is covered. */
  | ({ readonly outcome: 'not_feasible' } & Kept)
  /**
   * A stored lead whose feasibility is unknown at the moment, or to which the BSS did not answer. Nothing is payable
   * yet.
   */
  | ({ readonly outcome: 'unsure' } & Kept)

export interface LeadsOptions {
  readonly store: Pick<LeadSubmissionStore, 'begin' | 'lead'>
  readonly submission: Pick<LeadSubmission, 'advance'>
  readonly now: () => number
  /** Makes an id that cannot be guessed: 128 bits or more. */
  readonly newId: () => string
  readonly newReference: () => string
}

/** The lease, longer than the calls of one order may take. */
const leaseMs = 120_000

/** Accepts orders for home internet. */
export class Leads {
  readonly #options: LeadsOptions
  readonly #inProgress = new Map<string, Promise<SubmitResult>>()

  constructor(options: LeadsOptions) {
    this.#options = options
  }

  /**
   * Submits each application once, however often this is called. The caller has verified that the number is the
   * applicant's own.
   */
  async submit(application: LeadApplication): Promise<SubmitResult> {
    const running = this.#inProgress.get(application.id)
    if (running !== undefined) return running
    const submitting = this.#submit(application).finally(() => this.#inProgress.delete(application.id))
    this.#inProgress.set(application.id, submitting)
    return submitting
  }

  /** Returns the state of an application, if it was submitted. */
  async submitted(id: string): Promise<SubmitResult | undefined> {
    const lead = await this.#options.store.lead(id)
    return lead && resultOf(lead)
  }

  /** The row comes first, so that no later failure loses an order. */
  async #submit(application: LeadApplication): Promise<SubmitResult> {
    const { store, submission, now, newId, newReference } = this.#options
    const known = { reference: newReference(), trackId: newId(), createdAt: now() }
    const { lead, isNew } = await store.begin({ ...application, ...known }, leaseMs)
    return resultOf(isNew ? await submission.advance(lead) : lead)
  }
}

function resultOf({ reference, trackId, plan, feasibility, submission }: Lead): SubmitResult {
  if (feasibility === 'not_feasible') return { outcome: 'not_feasible', reference, trackId, plan }
  const isSure = feasibility === 'feasible' && submission === 'submitted'
  return { outcome: isSure ? 'feasible' : 'unsure', reference, trackId, plan }
}
