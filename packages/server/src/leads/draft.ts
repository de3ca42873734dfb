import { type DraftSituation, getDraftSituation } from '@nyanja/domain/leads/draft-pages'
import type { OrderedPlan } from '@nyanja/domain/leads/plan'
import type { Consent } from './lead.ts'

/** The offer that was shown at the beginning: the specification's devices_detail. */
export interface DraftOffer {
  /** The specification's mark of visitors who came through the offer. */
  readonly isNyanjaWorks: true
  readonly deviceName: string
  readonly headingImage: string
  readonly features: readonly string[]
  /** The visitor's previous page, without a language: the specification's redirect_url. */
  readonly redirectPage?: string
}

/** The details as typed by the visitor. */
export interface DraftDetails {
  readonly fullName: string
  /** The national digits of the number. */
  readonly msisdn: string
  readonly email?: string
  readonly city: string
  readonly street1: string
  readonly landmark?: string
  readonly consent: Consent
}

interface PlacePoint {
  readonly lat: number
  readonly lng: number
}

/** A geocoder's result for the address; `town` is only the centre of the town. */
export interface FoundPlace extends PlacePoint {
  readonly label: string
  readonly precision: 'house' | 'street' | 'area' | 'town'
  readonly credit: string
}

/** The installation address. With neither a point nor an area the operator calls and asks for directions. */
export interface DraftPlace {
  readonly label: string
  /** A part of the town, by its name. */
  readonly area?: string
  /** The town of the point, where it differs from the typed one and the visitor confirmed it. */
  readonly town?: string
  readonly at?: PlacePoint & { readonly point: 'geocoded' | 'by_hand' }
}

export interface DraftAnswers {
  readonly offer: DraftOffer
  readonly plan?: OrderedPlan
  readonly details?: DraftDetails
  readonly found?: FoundPlace
  readonly place?: DraftPlace
  /** The time at which a code proved that the number in the details is the visitor's, in epoch milliseconds. */
  readonly provedAt?: number
}

/** The lead that was submitted. Its state may change, and is read each time. */
export interface SentLead {
  /** The specification's lead id, stored with its mark of whether it is payable. */
  readonly reference: string
  readonly trackId: string
  /** The payer, shown on no page, and needed for another order when the first one expired unpaid. */
  readonly payer: { readonly msisdn: string; readonly email?: string }
  /** The order to pay with, once the lead can be served. */
  readonly orderId?: string
}

/** An unfinished order for home internet. The holder of its id may continue it. Times are epoch milliseconds. */
export interface Draft {
  readonly id: string
  /** The version that a later reader saw, incremented by each change. */
  readonly version: number
  readonly channel: string
  readonly language: string
  readonly answers: DraftAnswers
  readonly lead?: SentLead
  readonly createdAt: number
  readonly expiresAt: number
}

export function situationOfDraft({ answers: { plan, details, place, provedAt }, lead }: Draft): DraftSituation {
  return getDraftSituation({
    hasPlan: plan !== undefined,
    hasDetails: details !== undefined,
    hasPlace: place !== undefined,
    isProved: provedAt !== undefined,
    isSent: lead !== undefined,
  })
}

/**
 * A message with a link to continue on any device, sent to the visitor who proved the number, unless the order is
 * submitted by then.
 */
export interface ResumeMessage {
  readonly msisdn: string
  readonly at: number
  readonly dueAt: number
}

/** Stores unfinished orders for home internet. */
export interface DraftStore {
  add(draft: Draft): Promise<void>
  /** Counts drafts that began since a time in epoch milliseconds. */
  begunSince(since: number): Promise<number>
  draft(id: string): Promise<Draft | undefined>
  /**
   * Returns false when the draft has changed since this version was read. A message is queued with the change or not at
   * all; the submission cancels it, because its own message has the next link.
   */
  change(
    draft: Pick<Draft, 'id' | 'version'>,
    to: Pick<Draft, 'answers' | 'language' | 'lead' | 'expiresAt'>,
    message?: ResumeMessage,
  ): Promise<boolean>
}
