import { isDeepStrictEqual } from 'node:util'
import { PortalError } from '@nyanja/domain/errors'
import { type DraftPage, resolveDraftPage } from '@nyanja/domain/leads/draft-pages'
import type { OrderedPlan } from '@nyanja/domain/leads/plan'
import type { ChallengeAnswer, Challenged, RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { day, hour, minute } from '@nyanja/domain/time'
import {
  type Draft,
  type DraftAnswers,
  type DraftDetails,
  type DraftOffer,
  type DraftPlace,
  type DraftStore,
  type FoundPlace,
  type ResumeMessage,
  situationOfDraft,
} from './draft.ts'

/** Until the number is proved the link shows what was typed, perhaps on a shared phone. */
const unprovedLifeMs = 2 * day
/** After the proof it shows none of that, and is part of an SMS. */
const provedLifeMs = 7 * day
/** A submission takes seconds and shows the next page; only a visitor who was interrupted before it needs the link. */
const resumeAfterMs = minute

export interface DraftsOptions {
  readonly store: DraftStore
  /** The policy `lead_draft`. */
  readonly limit: RateLimit
  readonly now: () => number
  /** Makes an id that cannot be guessed: 128 bits or more. */
  readonly newId: () => string
}

export interface Beginning extends ChallengeAnswer, Pick<Draft, 'channel' | 'language'> {
  readonly clientIp?: string
}

export type BegunDraft =
  | { readonly outcome: 'begun'; readonly draft: Draft }
  | Challenged
  | { readonly outcome: 'too_many' }

/**
 * With `changed` the draft has what was sent, from this form or from the same one whose answer was lost. With `stale`
 * it was changed to something else in the meantime, in another tab or on another device, and nothing was overwritten.
 */
export type DraftChange = { readonly outcome: 'changed'; readonly draft: Draft } | { readonly outcome: 'stale' }

/** The time of the consent is that of the form, which differs when it is sent again. */
const withoutTime = (details?: DraftDetails) => details && { ...details, consent: details.consent.text }

/** Handles orders for home internet, from the offer until their number is proved. */
export class Drafts {
  readonly #options: DraftsOptions

  constructor(options: DraftsOptions) {
    this.#options = options
  }

  async begin(offer: DraftOffer, beginning: Beginning): Promise<BegunDraft> {
    const refusal = await this.#refusal(beginning)
    if (refusal !== undefined) return refusal
    const { store, now, newId } = this.#options
    const { channel, language } = beginning
    const createdAt = now()
    const times = { createdAt, expiresAt: createdAt + unprovedLifeMs }
    const draft = { id: newId(), version: 0, channel, language, answers: { offer }, ...times }
    await store.add(draft)
    return { outcome: 'begun', draft }
  }

  /** Returns undefined once the draft has expired. */
  async draft(id: string): Promise<Draft | undefined> {
    const { store, now } = this.#options
    const draft = await store.draft(id)
    return draft !== undefined && draft.expiresAt > now() ? draft : undefined
  }

  /** Returns the page to show to a visitor who requests this one. */
  pageOf(draft: Draft, page: DraftPage): DraftPage {
    return resolveDraftPage(situationOfDraft(draft), page)
  }

  async choosePlan(draft: Draft, seen: number, plan: OrderedPlan): Promise<DraftChange> {
    const isStored = isDeepStrictEqual(draft.answers.plan, plan)
    return this.#changeSeen(draft, { seen, isStored }, { ...draft.answers, plan })
  }

  /** Stores the details: a changed address needs another place, and a changed number is not proved. */
  async describe(
    draft: Draft,
    seen: number,
    { details, found }: { readonly details: DraftDetails; readonly found?: FoundPlace },
  ): Promise<DraftChange> {
    const { offer, plan } = draft.answers
    const isStored = isDeepStrictEqual(withoutTime(draft.answers.details), withoutTime(details))
    return this.#changeSeen(draft, { seen, isStored }, { offer, plan, details, ...(found && { found }) })
  }

  async choosePlace(draft: Draft, seen: number, place: DraftPlace): Promise<DraftChange> {
    const isStored = isDeepStrictEqual(draft.answers.place, place)
    return this.#changeSeen(draft, { seen, isStored }, { ...draft.answers, place })
  }

  /**
   * A code proved that the number is the visitor's. A link to continue is sent to it once, if the visitor stops here.
   */
  async prove(
    draft: Draft,
    { msisdn, language }: { readonly msisdn: string; readonly language: string },
  ): Promise<Draft> {
    const at = this.#options.now()
    for (const read of [draft, await this.draft(draft.id)]) {
      if (read === undefined || situationOfDraft(read) !== 'placed' || read.answers.details?.msisdn !== msisdn) continue
      const answers = { ...read.answers, provedAt: at }
      const proved = { ...read, language, expiresAt: at + provedLifeMs }
      const done = await this.#change(proved, answers, { msisdn, at, dueAt: at + resumeAfterMs })
      if (done.outcome === 'changed') return done.draft
    }
    return this.#known(draft)
  }

  async #refusal({ clientIp, solution, token }: Beginning): Promise<BegunDraft | undefined> {
    const { store, limit, now } = this.#options
    const all = await store.begunSince(now() - hour)
    const admission = await limit.admit({ clientIp, solution, token, rows: { all } })
    switch (admission.outcome) {
      case 'admitted':
        return undefined
      case 'refused':
        return { outcome: 'too_many' }
      case 'challenge':
        return admission
    }
  }

  async #known(draft: Draft): Promise<Draft> {
    const known = await this.draft(draft.id)
    if (known === undefined) throw new PortalError('not_found', 'The draft has expired')
    return known
  }

  /**
   * Changes the version that the visitor saw, which must be the current one: a form may send any version, also a later
   * one than was read. Where the answer of a form was lost, the visitor sends it again over the version that it has
   * made.
   */
  async #changeSeen(
    draft: Draft,
    { seen, isStored }: { readonly seen: number; readonly isStored: boolean },
    answers: DraftAnswers,
  ): Promise<DraftChange> {
    if (draft.version === seen) return this.#change(draft, answers)
    return isStored ? { outcome: 'changed', draft } : { outcome: 'stale' }
  }

  async #change(draft: Draft, answers: DraftAnswers, message?: ResumeMessage): Promise<DraftChange> {
    const changed = { ...draft, answers, version: draft.version + 1 }
    return (await this.#options.store.change(draft, changed, message))
      ? { outcome: 'changed', draft: changed }
      : { outcome: 'stale' }
  }
}
