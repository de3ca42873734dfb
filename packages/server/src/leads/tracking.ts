import { failIfRefused } from '@nyanja/domain/errors'
import type { LeadStage } from '@nyanja/domain/leads/lead-states'
import type { OrderedPlan } from '@nyanja/domain/leads/plan'
import { readLeadReference } from '@nyanja/domain/numbers/reference'
import type { ChallengeAnswer, Challenged, RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { isPayable, type Lead } from './lead.ts'
import { shortestPauseMs } from './lead-schedule.ts'
import type { LeadReader, LeadStep } from './lead-store.ts'

export interface TrackingOptions {
  readonly store: LeadReader
  /** The policy `lead_lookup`. */
  readonly limit: RateLimit
  readonly now: () => number
}

export interface TrackQuery {
  /** The reference as typed. */
  readonly reference: string
  /** The national digits of the number. */
  readonly msisdn: string
}

export interface TrackRequester extends ChallengeAnswer {
  /** The address, absent for a channel, which has a limit of its own. */
  readonly clientIp?: string
}

export type TrackResult =
  | { readonly outcome: 'found'; readonly trackId: string }
  /** A reference that does not exist, or belongs to another number; the answer does not reveal which. */
  | { readonly outcome: 'not_found' }
  | Challenged

/** The facts about an order that the holder of its link may read. Times are epoch milliseconds. */
export interface TrackedLead {
  readonly reference: string
  readonly stage: LeadStage
  readonly steps: readonly LeadStep[]
  readonly reason?: string
  readonly scheduledFor?: number
  readonly plan: OrderedPlan
  readonly town: string
  /** Whether the installation address is known; otherwise the operator calls to ask for it. */
  readonly isHouseKnown: boolean
  /** The number, which must be masked before it is shown. */
  readonly msisdn: string
  readonly isFeasible: boolean
  /** Whether the BSS has the lead and the place can be served: only the payment is left, unless it is made. */
  readonly isPayable: boolean
  /** Whether the place of an interest is covered now. */
  readonly isReached: boolean
}

/** The pause between hints, which keeps views from increasing the number of requests to the BSS. */
const betweenHintsMs = 100

/**
 * Shows the progress of orders. No view waits for the BSS, and no visitor is refused: beyond the usual number of typing
 * errors, a challenge is required.
 */
export class Tracking {
  readonly #options: TrackingOptions
  #lastHintAt = 0

  constructor(options: TrackingOptions) {
    this.#options = options
  }

  async find(query: TrackQuery, requester: TrackRequester): Promise<TrackResult> {
    const { store, limit } = this.#options
    const reference = readLeadReference(query.reference)
    const target = [query.msisdn, ...(reference === undefined ? [] : [reference])]
    const admission = failIfRefused(await limit.admit({ target, ...requester }))
    if (admission.outcome === 'challenge') return admission
    const lead = reference === undefined ? undefined : await store.byReference(reference)
    if (lead?.msisdn === query.msisdn) return { outcome: 'found', trackId: lead.trackId }
    await limit.countMiss({ target })
    return { outcome: 'not_found' }
  }

  async byTrackId(trackId: string): Promise<TrackedLead | undefined> {
    const { store } = this.#options
    const lead = await store.byTrackId(trackId)
    if (lead === undefined) return undefined
    if (this.#mayAskSoon(lead)) await store.askSoon(lead)
    const { reference, stage, steps, reason, scheduledFor, plan, address, msisdn, feasibility, reportedAt } = lead
    return {
      ...{ reference, stage, steps, plan, msisdn },
      ...(reason !== undefined && { reason }),
      ...(scheduledFor !== undefined && { scheduledFor }),
      town: address.city,
      isHouseKnown: address.lat !== undefined,
      isFeasible: feasibility === 'feasible',
      isPayable: isPayable(lead),
      isReached: reportedAt !== undefined,
    }
  }

  #mayAskSoon({ checkedAt }: Lead): boolean {
    const at = this.#options.now()
    if (at - checkedAt < shortestPauseMs || at - this.#lastHintAt < betweenHintsMs) return false
    this.#lastHintAt = at
    return true
  }
}
