import { canLeadMove } from '@nyanja/domain/leads/lead-states'
import type { Lead } from './lead.ts'
import { nextStatusUpdateAt } from './lead-schedule.ts'
import type { LeadService, LeadStatusUpdate } from './lead-service.ts'
import type { StatusUpdateStore } from './lead-store.ts'
import type { LeadAlert } from './lead-submission.ts'
import type { FeasibilitySource } from './town-feasibility.ts'

export interface FollowUpOptions {
  readonly store: StatusUpdateStore
  readonly feasibility: FeasibilitySource
  readonly service: Pick<LeadService, 'getStatusUpdate'>
  readonly now: () => number
  /** Notifies the worker that a message is due. */
  readonly notify: () => void
  readonly alert: (event: LeadAlert, lead: Lead) => void
}

/** Reads the progress of an order from the BSS and notifies the customer. A worker that holds its lease runs it. */
export class FollowUp {
  readonly #options: FollowUpOptions

  constructor(options: FollowUpOptions) {
    this.#options = options
  }

  async follow(lead: Lead): Promise<void> {
    const { store, service, now, notify, alert } = this.#options
    const { bssReference } = lead
    // A BSS that does not know the order today may know it tomorrow.
    const statusUpdate =
      bssReference === undefined ? undefined : await service.getStatusUpdate(bssReference).catch(() => undefined)
    if (statusUpdate !== undefined && isStatusUpdate(lead, statusUpdate)) {
      const nextCheckAt = nextStatusUpdateAt({ stage: statusUpdate.stage, stageAt: now() }, now())
      const became = await store.move(lead, statusUpdate, nextCheckAt)
      if (became !== 'overtaken') notify()
      if (became === 'ended_after_payment') alert('lead_ended_after_payment', lead)
    } else if (lead.stage === 'interested' && (await this.#isReached(lead))) {
      if (await store.arrived(lead)) notify()
    } else await store.scheduleQuery(lead, nextStatusUpdateAt(lead, now()))
  }

  async #isReached(lead: Lead): Promise<boolean> {
    const place = { id: lead.id, ...lead.address }
    const result = await this.#options.feasibility.check(place).catch(() => undefined)
    return result?.outcome === 'feasible'
  }
}

/** A repeated stage is reported only with another day or another reason. */
function isStatusUpdate(lead: Lead, { stage, scheduledFor, reason }: LeadStatusUpdate): boolean {
  if (!canLeadMove(lead.stage, stage)) return false
  if (stage !== lead.stage) return true
  return stage === 'scheduled' ? scheduledFor !== lead.scheduledFor : reason !== lead.reason
}
