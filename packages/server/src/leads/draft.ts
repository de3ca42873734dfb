import { type DraftSituation, draftSituationOf } from '@nyanja/domain/leads/draft-pages'
import type { OrderedPlan } from '@nyanja/domain/leads/plan'
import type { Consent } from './lead.ts'

/** What was on offer when the visitor began: the specification's devices_detail. */
export interface DraftOffer {
  /** The specification's mark of visitors who came by the offer. */
  readonly isNyanjaWorks: true
  readonly deviceName: string
  readonly headingImage: string
  readonly features: readonly string[]
  /** Where the visitor came from, without a language: the specification's redirect_url. */
  readonly redirectPage?: string
}

/** As the visitor wrote them. */
export interface DraftDetails {
  readonly fullName: string
  /** Nine national digits. */
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

/** What a map service knows of the address; `town` is no more than its middle. */
export interface FoundPlace extends PlacePoint {
  readonly label: string
  readonly precision: 'house' | 'street' | 'area' | 'town'
  readonly credit: string
}

/** Where to install it. With neither a point nor an area somebody of ours calls for the way. */
export interface DraftPlace {
  readonly label: string
  /** A part of the town, by its name. */
  readonly area?: string
  /** Of the point, where that is in another one than was written, and meant so. */
  readonly town?: string
  readonly at?: PlacePoint & { readonly point: 'geocoded' | 'by_hand' }
}

export interface DraftAnswers {
  readonly offer: DraftOffer
  readonly plan?: OrderedPlan
  readonly details?: DraftDetails
  readonly found?: FoundPlace
  readonly place?: DraftPlace
  /** When a code showed that the number of the details is the visitor's. Epoch milliseconds. */
  readonly provedAt?: number
}

/** What it was submitted as. Its state may change, and is read each time. */
export interface SentLead {
  /** The specification's lead id, kept with its mark of whoever may pay. */
  readonly reference: string
  readonly trackId: string
  /** Shown on no page: for another order, when the first one was not paid in its time. */
  readonly payer: { readonly msisdn: string; readonly email?: string }
  /** To pay by, once it can be served. */
  readonly orderId?: string
}

/** An order for internet at home that is under way. Whoever knows its id may go on with it. Times are epoch milliseconds. */
export interface Draft {
  readonly id: string
  /** How often it has changed: what a later reader saw. */
  readonly version: number
  readonly channel: string
  readonly language: string
  readonly answers: DraftAnswers
  readonly lead?: SentLead
  readonly createdAt: number
  readonly expiresAt: number
}

export function situationOfDraft({ answers: { plan, details, place, provedAt }, lead }: Draft): DraftSituation {
  return draftSituationOf({
    hasPlan: plan !== undefined,
    hasDetails: details !== undefined,
    hasPlace: place !== undefined,
    isProved: provedAt !== undefined,
    isSent: lead !== undefined,
  })
}

/** Sends the visitor who proved the number a link to continue on any device, unless the order is submitted by then. */
export interface ResumeMessage {
  readonly msisdn: string
  readonly at: number
  readonly dueAt: number
}

/** Keeps orders for internet at home that are under way. */
export interface DraftStore {
  add(draft: Draft): Promise<void>
  /** Epoch milliseconds. */
  begunSince(since: number): Promise<number>
  draft(id: string): Promise<Draft | undefined>
  /**
   * False when it has changed since this version was read. A message is queued with the change or not at all; the hand-in
   * takes it back, since another one leads on from there.
   */
  change(
    draft: Pick<Draft, 'id' | 'version'>,
    to: Pick<Draft, 'answers' | 'language' | 'lead' | 'expiresAt'>,
    message?: ResumeMessage,
  ): Promise<boolean>
}
