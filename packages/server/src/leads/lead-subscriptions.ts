import { PortalError } from '@nyanja/domain/errors'
import { day } from '@nyanja/domain/time'
import { nextTryAt } from './lead-schedule.ts'

/** The state of the subscription, leased to the process that claimed it. */
export interface WebhookSubscription {
  /** The BSS's id of the listener, as far as it is known. */
  readonly id?: string
  /** Whether the listener was registered for the address that is configured now. */
  readonly isForCurrentAddress: boolean
  /** The number of failed tries since it was last registered. */
  readonly tries: number
  readonly heldUntil: number
}

export interface SubscriptionRequest {
  /** The address for the BSS's callbacks; without it none are wanted. */
  readonly address?: string
  /** At a start the row is claimed even when it is not due, because the address may have changed. */
  readonly isStart: boolean
  readonly leaseMs: number
}

/** A store with one row for all processes, so that the BSS registers a single listener. */
export interface SubscriptionStore {
  /** Returns undefined when nothing is due, or another process has claimed it. */
  claim(request: SubscriptionRequest): Promise<WebhookSubscription | undefined>
  /** Stores the registration: false when the lease had ended, and another process has claimed it. */
  recordRegistered(
    held: WebhookSubscription,
    kept: { readonly id?: string; readonly address: string },
    nextCheckAt: number,
  ): Promise<boolean>
  postpone(held: WebhookSubscription, nextCheckAt: number): Promise<void>
  forget(held: WebhookSubscription): Promise<void>
}

interface ListeningOptions {
  readonly store: SubscriptionStore
  readonly registry: LeadSubscriptions
  /** The address, undefined when no callbacks are wanted. */
  readonly address: string | undefined
  readonly now: () => number
  /** Receives refusals repeatedly, but at most once per warning interval. */
  readonly refused: (reason: string) => void
  readonly unnamed: () => void
}

/** The standard has no query for listeners, and a BSS may lose them in a restart. */
const renewAfterMs = 600_000
/** A registration that may duplicate one that cannot be removed is made at most once a day. */
const addAfterMs = day
const betweenWarningsMs = 900_000
/**
 * The most tries, which take twenty minutes. After that a failing BSS no longer delays a new address or the removal.
 */
const mostLeaves = 8
/** The pause between claims, which read the database: short enough for a start and for failed tries. */
const lookEveryMs = 5_000

/** Keeps exactly one listener registered at the BSS, or none where callbacks are not wanted. Workers run it. */
export class SubscriptionRenewal {
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

  /** Removes the old listener before the new one is registered, so that a crash in between leaves none behind. */
  async see(held: WebhookSubscription): Promise<void> {
    const { store, registry, address, now } = this.#options
    const left = held.id === undefined ? 'left' : await registry.leave(held.id).catch(() => 'unknown' as const)
    if (left === 'unknown' && held.tries < mostLeaves) return this.#postpone(held)
    if (address === undefined) return store.forget(held)
    if (left === 'kept' && held.isForCurrentAddress) {
      await store.recordRegistered(
        held,
        { ...(held.id !== undefined && { id: held.id }), address },
        now() + renewAfterMs,
      )
      return
    }
    return this.#listen(held, address, left === 'left' || left === 'kept' ? renewAfterMs : addAfterMs)
  }

  async #listen(held: WebhookSubscription, address: string, retryAfterMs: number): Promise<void> {
    const { store, registry, now, unnamed } = this.#options
    const result = await registry.listen(address).catch(toRefusal)
    if (result.outcome === 'refused') {
      this.#warn(result.reason)
      return this.#postpone(held)
    }
    if (result.outcome === 'unnamed') {
      unnamed()
      await store.recordRegistered(held, { address }, now() + addAfterMs)
      return
    }
    const { id } = result
    const isOurs = await store.recordRegistered(
      held,
      { ...(id !== undefined && { id }), address },
      now() + retryAfterMs,
    )
    // Another process was faster and has registered.
    if (!isOurs && id !== undefined) await registry.leave(id).catch(() => undefined)
  }

  #warn(reason: string): void {
    const { now, refused } = this.#options
    if (now() < this.#nextWarningAt) return
    this.#nextWarningAt = now() + betweenWarningsMs
    refused(reason)
  }

  #postpone(held: WebhookSubscription): Promise<void> {
    const { store, now } = this.#options
    return store.postpone(held, nextTryAt({ checks: held.tries }, now()))
  }
}

/** Only the portal's own messages are known to be safe to log. */
const toRefusal = (thrown: unknown): ListenResult => ({
  outcome: 'refused',
  reason: thrown instanceof PortalError ? thrown.message : 'it could not be queried',
})

export type ListenResult =
  /** A registered listener. The BSS returns no id when it knows the address already. */
  | { readonly outcome: 'listening'; readonly id?: string }
  /**
   * The BSS registered the portal without returning an id: another registration would duplicate callbacks, and this one
   * cannot be removed.
   */
  | { readonly outcome: 'unnamed' }
  | { readonly outcome: 'refused'; readonly reason: string }

/**
 * Registers listeners for changed orders at the BSS. Registering twice may duplicate callbacks. A refusal is a result;
 * a silent or broken BSS throws.
 */
export interface LeadSubscriptions {
  listen(address: string): Promise<ListenResult>
  /**
   * Removes a listener. With `kept` the BSS does not remove listeners. An unknown one counts as removed if the BSS
   * reports it so; `refused` may mean that it is unknown, or that it stays.
   */
  leave(id: string): Promise<'left' | 'kept' | 'refused'>
}
