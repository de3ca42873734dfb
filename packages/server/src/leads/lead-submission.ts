import { hour } from '@nyanja/domain/time'
import type { Lead } from './lead.ts'
import { nextStatusUpdateAt, nextTryAt } from './lead-schedule.ts'
import type { LeadService, LeadToSubmit, SubmittedLead } from './lead-service.ts'
import type { LeadSubmissionStore, StatusUpdateStore } from './lead-store.ts'
import type { FeasibilitySource } from './town-feasibility.ts'

export type LeadAlert = 'lead_not_taken' | 'lead_lost_by_the_bss' | 'lead_ended_after_payment'

export interface LeadSubmissionOptions {
  readonly store: LeadSubmissionStore
  readonly statusUpdate: Pick<StatusUpdateStore, 'scheduleQuery'>
  readonly feasibility: FeasibilitySource
  readonly service: LeadService
  /** How long a new lead may be missing from the BSS's search. */
  readonly visibilityLagMs: number
  readonly now: () => number
  /** Notifies the worker that a message is due. */
  readonly notify: () => void
  readonly alert: (event: LeadAlert, lead: Lead) => void
}

/** The most sends of a lead, or a BSS that never finds its leads would receive the same order again and again. */
const mostSends = 3
const pauseWhenLostMs = hour

/** Submits an order to the operator's BSS, effectively once. The process that holds its lease runs it. */
export class LeadSubmission {
  readonly #options: LeadSubmissionOptions

  constructor(options: LeadSubmissionOptions) {
    this.#options = options
  }

  /** Submits as far as is possible now and returns the lead; the rest is done later. */
  async advance(lead: Lead): Promise<Lead> {
    const judged = lead.feasibility === undefined ? await this.#judge(lead) : lead
    if (judged === undefined) return this.#asItStands(lead)
    if (judged.submission === 'due') return (await this.#send(judged)) ?? this.#asItStands(lead)
    if (judged.submission === 'submitting') return (await this.#findByReference(judged)) ?? this.#asItStands(lead)
    return judged
  }

  /** Counts a failed check as unknown: the customer does not wait without end, since after a time staff decide. */
  async #judge(lead: Lead): Promise<Lead | undefined> {
    const { store, feasibility, notify } = this.#options
    const place = { id: lead.id, ...lead.address }
    const { outcome } = await feasibility.check(place).catch(() => ({ outcome: 'unknown' as const }))
    const judged = await store.judged(lead, outcome)
    if (judged !== undefined) notify()
    return judged
  }

  /**
   * The intention is committed first, so that another process looks the reference up after a crash before it sends
   * again.
   */
  async #send(lead: Lead): Promise<Lead | undefined> {
    const { store, service } = this.#options
    const sent = await store.beginSubmission(lead)
    if (sent === undefined) return undefined
    const result = await service.submit(leadsToSubmit(sent)).catch(() => undefined)
    if (result === undefined) return this.#later(sent)
    if (result.outcome === 'submitted') return this.#submitted(sent, result)
    const refused = await store.notTaken(sent, result.reason)
    if (refused !== undefined) this.#report('lead_not_taken', refused)
    return refused
  }

  async #findByReference(lead: Lead): Promise<Lead | undefined> {
    const { store, service, visibilityLagMs, now } = this.#options
    const found = await service.findByReference(lead.reference).catch(() => null)
    if (found === null) return this.#later(lead)
    if (found !== undefined) return this.#submitted(lead, found)
    if (now() - (lead.sentAt ?? 0) < visibilityLagMs) return this.#later(lead)
    if (lead.sends >= mostSends) {
      this.#report('lead_lost_by_the_bss', lead)
      await store.lost(lead, now() + pauseWhenLostMs)
      return lead
    }
    const due = await store.notSubmitted(lead)
    return due && this.#send(due)
  }

  /** Other changes in the answer are left to the follow-up. */
  async #submitted(lead: Lead, handed: SubmittedLead): Promise<Lead | undefined> {
    const { store, now } = this.#options
    return store.submitted(lead, handed, nextStatusUpdateAt(lead, now()))
  }

  async #later(lead: Lead): Promise<Lead> {
    const { statusUpdate, now } = this.#options
    await statusUpdate.scheduleQuery(lead, nextTryAt(lead, now()))
    return lead
  }

  #report(event: LeadAlert, lead: Lead): void {
    this.#options.alert(event, lead)
    this.#options.notify()
  }

  async #asItStands(lead: Lead): Promise<Lead> {
    return (await this.#options.store.lead(lead.id)) ?? lead
  }
}

function leadsToSubmit({
  reference,
  source,
  fullName,
  msisdn,
  email,
  address,
  plan,
  consent,
  feasibility,
}: Lead): LeadToSubmit {
  return {
    ...{ reference, source, fullName, msisdn, address, plan, consent },
    kind: feasibility === 'not_feasible' ? 'interest' : 'order',
    ...(email !== undefined && { email }),
  }
}
