import { canLeadMove } from '@nyanja/domain/leads/lead-states'
import type { FeasibilitySource } from './feasibility-source.ts'
import type { LeadAlert } from './hand-in.ts'
import type { Lead } from './lead.ts'
import type { LeadDesk, LeadNews } from './lead-desk.ts'
import { nextNewsAt } from './lead-schedule.ts'
import type { NewsStore } from './lead-store.ts'

export interface FollowUpOptions {
  readonly store: NewsStore
  readonly feasibility: FeasibilitySource
  readonly desk: Pick<LeadDesk, 'newsOf'>
  readonly now: () => number
  /** Tells the worker that a message is due. */
  readonly wake: () => void
  readonly alert: (event: LeadAlert, lead: Lead) => void
}

/** Hears what becomes of an order, and tells whoever waits for it. Run by a worker that holds its lease. */
export class FollowUp {
  readonly #options: FollowUpOptions

  constructor(options: FollowUpOptions) {
    this.#options = options
  }

  async follow(lead: Lead): Promise<void> {
    const { store, desk, now, wake, alert } = this.#options
    const { bssReference } = lead
    // The BSS may say tomorrow what it does not say today.
    const news = bssReference === undefined ? undefined : await desk.newsOf(bssReference).catch(() => undefined)
    if (news !== undefined && isNews(lead, news)) {
      const nextCheckAt = nextNewsAt({ stage: news.stage, stageAt: now() }, now())
      const became = await store.move(lead, news, nextCheckAt)
      if (became !== 'overtaken') wake()
      if (became === 'ended_after_payment') alert('lead_ended_after_payment', lead)
    } else if (lead.stage === 'interested' && (await this.#isReached(lead))) {
      if (await store.arrived(lead)) wake()
    } else await store.askAgain(lead, nextNewsAt(lead, now()))
  }

  async #isReached(lead: Lead): Promise<boolean> {
    const place = { id: lead.id, ...lead.address }
    const result = await this.#options.feasibility.check(place).catch(() => undefined)
    return result?.outcome === 'feasible'
  }
}

/** A stage follows itself only with another day or another reason. */
function isNews(lead: Lead, { stage, scheduledFor, reason }: LeadNews): boolean {
  if (!canLeadMove(lead.stage, stage)) return false
  if (stage !== lead.stage) return true
  return stage === 'scheduled' ? scheduledFor !== lead.scheduledFor : reason !== lead.reason
}
