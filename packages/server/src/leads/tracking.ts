import type { LeadStage } from '@nyanja/domain/leads/lead-states'
import type { OrderedPlan } from '@nyanja/domain/leads/plan'
import { readLeadReference } from '@nyanja/domain/numbers/reference'
import type { ChallengeAnswer, Challenged, RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { failIfRefused } from '../common/errors.ts'
import { isPayable, type Lead } from './lead.ts'
import { shortestPauseMs } from './lead-schedule.ts'
import type { LeadReader, LeadStep } from './lead-store.ts'

export interface TrackingOptions {
  readonly store: LeadReader
  /** Of `lead_lookup`. */
  readonly limit: RateLimit
  readonly now: () => number
}

export interface TrackAsked {
  /** As it was typed. */
  readonly reference: string
  /** Nine national digits. */
  readonly msisdn: string
}

export interface TrackAsking extends ChallengeAnswer {
  /** Absent for a channel, which has a budget of its own. */
  readonly address?: string
}

export type TrackResult =
  | { readonly outcome: 'found'; readonly trackId: string }
  /** No such reference, or the number of somebody else: which of them is nobody's business. */
  | { readonly outcome: 'not_found' }
  | Challenged

/** What the holder of its link may read of an order. Times are epoch milliseconds. */
export interface TrackedLead {
  readonly reference: string
  readonly stage: LeadStage
  readonly steps: readonly LeadStep[]
  readonly reason?: string
  readonly scheduledFor?: number
  readonly plan: OrderedPlan
  readonly town: string
  /** Somebody has said where the house stands; otherwise a call is to find it. */
  readonly isHouseKnown: boolean
  /** To be masked by whoever shows it. */
  readonly msisdn: string
  readonly isFeasible: boolean
  /** Its people have it and can serve it: what is left is to pay, unless that is done. */
  readonly isPayable: boolean
  /** Of an interest: its place is reached now. */
  readonly isReached: boolean
}

/** However many people look at how many orders, the BSS is asked no more often because of it. */
const betweenHintsMs = 100

/** Shows how orders go. No look waits for the BSS, and nobody is refused: beyond what people mistype it costs work or time. */
export class Tracking {
  readonly #options: TrackingOptions
  #lastHintAt = 0

  constructor(options: TrackingOptions) {
    this.#options = options
  }

  async find(asked: TrackAsked, asking: TrackAsking): Promise<TrackResult> {
    const { store, limit } = this.#options
    const reference = readLeadReference(asked.reference)
    const target = [asked.msisdn, ...(reference === undefined ? [] : [reference])]
    const admission = failIfRefused(await limit.admit({ target, ...asking }))
    if (admission.outcome === 'challenge') return admission
    const lead = reference === undefined ? undefined : await store.byReference(reference)
    if (lead?.msisdn === asked.msisdn) return { outcome: 'found', trackId: lead.trackId }
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
