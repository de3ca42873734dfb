import { day } from '@nyanja/domain/time'
import { PortalError } from '../common/errors.ts'
import { nextTryAt } from './lead-schedule.ts'

/** How we stand with the BSS, held for whoever claimed it. */
export interface WebhookSubscription {
  /** Under which the BSS keeps us, as far as we know. */
  readonly id?: string
  /** It was to call us there where it is to call us now. */
  readonly isThere: boolean
  /** In vain since it last stood. */
  readonly tries: number
  readonly heldUntil: number
}

export interface SubscriptionRequest {
  /** Where the BSS shall call us; absent: nowhere. */
  readonly address?: string
  /** At a start what is there is looked at though it is not due: the address may be another one now. */
  readonly isStart: boolean
  readonly leaseMs: number
}

/** One row for all processes: the BSS is to call each of us no more than once. */
export interface SubscriptionStore {
  /** Undefined: nothing is due, or somebody else sees to it. */
  claim(request: SubscriptionRequest): Promise<WebhookSubscription | undefined>
  /** False: the hold was over, and somebody else has seen to it. */
  stands(
    held: WebhookSubscription,
    kept: { readonly id?: string; readonly address: string },
    nextCheckAt: number,
  ): Promise<boolean>
  later(held: WebhookSubscription, nextCheckAt: number): Promise<void>
  forget(held: WebhookSubscription): Promise<void>
}

interface ListeningOptions {
  readonly store: SubscriptionStore
  readonly registry: LeadSubscriptions
  /** Undefined: the BSS is to call nowhere. */
  readonly address: string | undefined
  readonly now: () => number
  /** Told again and again, but no more often than anybody wants to read it. */
  readonly refused: (reason: string) => void
  readonly unnamed: () => void
}

/** The standard has no way to ask whether a listener still stands, and a BSS that was started again may have lost it. */
const renewAfterMs = 600_000
/** One that may come on top of another which nobody can take away comes no more than once a day. */
const addAfterMs = day
const betweenWarningsMs = 900_000
/** Twenty minutes. Then whatever ails the BSS keeps us no longer from a new address, or from wanting to hear nothing. */
const mostLeaves = 8
/** A claim looks into the database: often enough for a start and for tries that failed. */
const lookEveryMs = 5_000

/** Sees to it that the BSS calls us when orders change, once, or not at all where that is not wanted. Run by workers. */
export class Listening {
  readonly #options: ListeningOptions
  #isStart = true
  #nextLookAt = 0
  #nextWarningAt = 0

  constructor(options: ListeningOptions) {
    this.#options = options
  }

  async due(leaseMs: number): Promise<readonly WebhookSubscription[]> {
    const { store, address, now } = this.#options
    if (now() < this.#nextLookAt) return []
    const held = await store.claim({ ...(address !== undefined && { address }), isStart: this.#isStart, leaseMs })
    this.#isStart = false
    this.#nextLookAt = now() + lookEveryMs
    return held === undefined ? [] : [held]
  }

  /** The old listener leaves before the new one comes: whoever dies in between leaves none behind. */
  async see(held: WebhookSubscription): Promise<void> {
    const { store, registry, address, now } = this.#options
    const left = held.id === undefined ? 'left' : await registry.leave(held.id).catch(() => 'unknown' as const)
    if (left === 'unknown' && held.tries < mostLeaves) return this.#later(held)
    if (address === undefined) return store.forget(held)
    if (left === 'kept' && held.isThere) {
      await store.stands(held, { ...(held.id !== undefined && { id: held.id }), address }, now() + renewAfterMs)
      return
    }
    return this.#listen(held, address, left === 'left' || left === 'kept' ? renewAfterMs : addAfterMs)
  }

  async #listen(held: WebhookSubscription, address: string, retryAfterMs: number): Promise<void> {
    const { store, registry, now, unnamed } = this.#options
    const result = await registry.listen(address).catch(refusalBy)
    if (result.outcome === 'refused') {
      this.#warn(result.reason)
      return this.#later(held)
    }
    if (result.outcome === 'unnamed') {
      unnamed()
      await store.stands(held, { address }, now() + addAfterMs)
      return
    }
    const { id } = result
    const isOurs = await store.stands(held, { ...(id !== undefined && { id }), address }, now() + retryAfterMs)
    // Whoever was faster listens already.
    if (!isOurs && id !== undefined) await registry.leave(id).catch(() => undefined)
  }

  #warn(reason: string): void {
    const { now, refused } = this.#options
    if (now() < this.#nextWarningAt) return
    this.#nextWarningAt = now() + betweenWarningsMs
    refused(reason)
  }

  #later(held: WebhookSubscription): Promise<void> {
    const { store, now } = this.#options
    return store.later(held, nextTryAt({ checks: held.tries }, now()))
  }
}

/** Only of what we named ourselves is it certain that it may stand in the log. */
const refusalBy = (thrown: unknown): ListenResult => ({
  outcome: 'refused',
  reason: thrown instanceof PortalError ? thrown.message : 'it could not be asked',
})

export type ListenResult =
  /** Without an id the BSS knows the address already, and does not say as whose. */
  | { readonly outcome: 'listening'; readonly id?: string }
  /** It took us and does not say as whom: asked again, it calls once more about each change, and cannot be asked to stop. */
  | { readonly outcome: 'unnamed' }
  | { readonly outcome: 'refused'; readonly reason: string }

/**
 * Where the BSS is asked to call us when orders change. Asking twice may make it call twice. A refusal is a result; a
 * silent or broken BSS throws.
 */
export interface LeadSubscriptions {
  listen(address: string): Promise<ListenResult>
  /**
   * `kept`: it does not take listeners away. One that it has forgotten has left, if it says so; `refused` may mean that
   * it has forgotten this one, or that it calls on.
   */
  leave(id: string): Promise<'left' | 'kept' | 'refused'>
}
