import type { OrderedPlan } from '@nyanja/domain/leads/plan'
import type { Lead, LeadApplication } from './lead.ts'
import type { LeadSubmissionStore } from './lead-store.ts'
import type { LeadSubmission } from './lead-submission.ts'

interface Kept {
  readonly reference: string
  readonly trackId: string
  /** What it is for, whatever somebody says later. */
  readonly plan: OrderedPlan
}

export type SubmitResult =
  /** The BSS has it, and the place is reached: it can be paid. */
  | ({ readonly outcome: 'feasible' } & Kept)
  /** Kept as an interest: whoever asked hears when the place is reached. */
  | ({ readonly outcome: 'not_feasible' } & Kept)
  /** Kept; nobody could say just now whether the place is reached, or the BSS did not answer. Nothing is to pay yet. */
  | ({ readonly outcome: 'unsure' } & Kept)

export interface LeadsOptions {
  readonly store: Pick<LeadSubmissionStore, 'begin' | 'lead'>
  readonly submission: Pick<LeadSubmission, 'advance'>
  readonly now: () => number
  /** Unguessable, 128 bits or more. */
  readonly newId: () => string
  readonly newReference: () => string
}

/** Longer than the calls of one order may last. */
const leaseMs = 120_000

/** Takes orders for internet at home. */
export class Leads {
  readonly #options: LeadsOptions
  readonly #inProgress = new Map<string, Promise<SubmitResult>>()

  constructor(options: LeadsOptions) {
    this.#options = options
  }

  /**
   * Once for each application, however often it is submitted. The caller has made sure that the number is the
   * applicant's own.
   */
  async submit(application: LeadApplication): Promise<SubmitResult> {
    const running = this.#inProgress.get(application.id)
    if (running !== undefined) return running
    const submitting = this.#submit(application).finally(() => this.#inProgress.delete(application.id))
    this.#inProgress.set(application.id, submitting)
    return submitting
  }

  /** The state of an application, if it was ever submitted. */
  async submitted(id: string): Promise<SubmitResult | undefined> {
    const lead = await this.#options.store.lead(id)
    return lead && resultOf(lead)
  }

  /** The row comes first: what happens after it, or does not, loses no order. */
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
