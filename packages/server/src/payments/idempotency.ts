import { setTimeout as sleep } from 'node:timers/promises'
import { PortalError } from '@nyanja/domain/errors'
import { second } from '@nyanja/domain/time'
import { isDone, retryWhile } from '../common/work-queue.ts'
import type { Begun } from './attempt.ts'

interface IdempotencyOptions {
  readonly store: IdempotencyStore
  readonly now: () => number
  /** The pause before the end of a call is written again after a database failure. */
  readonly retryPauseMs?: number
}

/** The result of a call. With `isTemporary` the same call may succeed later. */
interface Answered extends StoredAnswer {
  readonly isTemporary?: boolean
  /** The payment that is stored with the answer: either both or none. */
  readonly begun?: Begun
}

/** A time longer than the longest call to a provider. */
const staleAfterMs = 120_000
const pauseMs = 50
const timeoutsMs = 70_000

/** The pauses add up to the time after which other processes take the key over anyway. */
const mostRetries = 18

/** Gives a repeated call with the same key the answer of the first one. */
export class Idempotency {
  readonly #options: IdempotencyOptions
  readonly #inProgress = new Set<ClaimedAt>()
  #lastAt = 0
  #isStopping = false

  constructor(options: IdempotencyOptions) {
    this.#options = options
  }

  /** With `isRepeatable` two calls at once may both do the work, because it changes nothing but by what it begins. */
  async once(
    call: KeyedCall,
    work: () => Promise<Answered>,
    { isRepeatable = false }: { readonly isRepeatable?: boolean } = {},
  ): Promise<StoredAnswer> {
    const answer = isRepeatable ? await this.#answerUnclaimed(call, work) : undefined
    return answer ?? this.#answerClaimed(call, work)
  }

  /** Stores the key with the answer and with what begins: undefined when another call was faster. */
  async #answerUnclaimed(call: KeyedCall, work: () => Promise<Answered>): Promise<StoredAnswer | undefined> {
    const { store } = this.#options
    if (await store.isKnown(call)) return undefined
    const { begun, ...answer } = await work()
    if (!isWorthKeeping(answer)) return answer
    return (await store.add(call, this.#nextAt(), answer, begun)) ? answer : undefined
  }

  async #answerClaimed(call: KeyedCall, work: () => Promise<Answered>): Promise<StoredAnswer> {
    for (let waitedMs = 0; waitedMs <= timeoutsMs; waitedMs += pauseMs) {
      const at = this.#nextAt()
      const claim = await this.#claim(call, at)
      if (claim.outcome === 'answered') return claim.answer
      const answer = claim.outcome === 'claimed' ? await this.#answer(call, at, work) : undefined
      if (answer !== undefined) return answer
      if (claim.outcome === 'other_body')
        throw new PortalError('idempotency_conflict', 'The key came with another body')
      if (this.#isStopping) break
      await sleep(pauseMs)
    }
    throw new PortalError('overloaded', 'The first call with this key is still under way')
  }

  stop(): void {
    this.#isStopping = true
  }

  #nextAt(): ClaimedAt {
    this.#lastAt = Math.max(this.#options.now(), this.#lastAt + 1)
    return this.#lastAt
  }

  async #claim(call: KeyedCall, at: ClaimedAt): Promise<Claim> {
    const { store, now } = this.#options
    this.#inProgress.add(at)
    try {
      const isInProgress = (claimedAt: ClaimedAt) => this.#inProgress.has(claimedAt)
      const claim = await store.claim(call, { at, staleBefore: now() - staleAfterMs, isInProgress })
      if (claim.outcome !== 'claimed') this.#inProgress.delete(at)
      return claim
    } catch (error) {
      // Only the database's answer may have been lost.
      void this.#retrySoon(at, () => store.release(call, at))
      throw error
    }
  }

  /** Returns undefined when another process took the call over and answers it. */
  async #answer(call: KeyedCall, at: ClaimedAt, work: () => Promise<Answered>): Promise<StoredAnswer | undefined> {
    const { store } = this.#options
    try {
      const answer = await work()
      const { begun } = answer
      if (begun !== undefined) return (await this.#storeWithAnswer(call, at, { ...answer, begun })) ? answer : undefined
      await this.#write(at, async () => {
        await (isWorthKeeping(answer) ? store.keep(call, at, answer) : store.release(call, at))
      })
      return answer
    } catch (error) {
      await this.#write(at, () => store.release(call, at))
      throw error
    }
  }

  /** The answer reports what begins, so there is none unless both are stored. */
  async #storeWithAnswer(
    call: KeyedCall,
    at: ClaimedAt,
    { begun, ...answer }: Answered & { readonly begun: Begun },
  ): Promise<boolean> {
    const isKept = await this.#options.store.keep(call, at, answer, begun)
    this.#inProgress.delete(at)
    return isKept
  }

  /** The caller gets the answer even while it cannot be stored. */
  async #write(at: ClaimedAt, write: () => Promise<void>): Promise<void> {
    if (await isDone(write)) this.#inProgress.delete(at)
    else void this.#retrySoon(at, write)
  }

  /**
   * Retries the write, for which a caller that repeats the call waits; calls of an ended process are left to orphan
   * recovery.
   */
  async #retrySoon(at: ClaimedAt, write: () => Promise<void>): Promise<void> {
    const { retryPauseMs: pauseMs = second } = this.#options
    await retryWhile(() => !this.#isStopping, write, { tries: mostRetries, pauseMs })
    this.#inProgress.delete(at)
  }
}

/** A temporary answer must not be stored permanently. */
function isWorthKeeping({ status, isTemporary = false }: Answered): boolean {
  return status < 500 && status !== 429 && !isTemporary
}

/** A call that a client may repeat without a second effect. */
export interface KeyedCall {
  readonly client: string
  readonly key: string
  /** The hash that detects calls with another content. */
  readonly bodyHash: string
}

export interface StoredAnswer {
  readonly status: number
  readonly body: string
}

export type Claim =
  | { readonly outcome: 'claimed' | 'under_way' | 'other_body' }
  | { readonly outcome: 'answered'; readonly answer: StoredAnswer }

/** The time when this process claimed the call: epoch milliseconds, unique among the process's claims. */
export type ClaimedAt = number

export interface Claiming {
  readonly at: ClaimedAt
  /** A claim from before then is taken over: its process died, or hangs. */
  readonly staleBefore: number
  /** A claim of this process that it does not remember is taken over: its answer, or its end, was lost. */
  readonly isInProgress: (at: ClaimedAt) => boolean
}

/** Stores the answers of keyed calls. */
export interface IdempotencyStore {
  /** Tells whether the key was used, by a call that may still be in progress. */
  isKnown(call: KeyedCall): Promise<boolean>
  /** Adds a call that was not claimed: false when the key is known meanwhile, and nothing is stored. */
  add(call: KeyedCall, at: ClaimedAt, answer: StoredAnswer, begun?: Begun): Promise<boolean>
  /** Exactly one caller gets `claimed`. */
  claim(call: KeyedCall, claiming: Claiming): Promise<Claim>
  /**
   * Stores the answer, with `begun` in the same transaction: false when the claim was taken over meanwhile, and nothing
   * is stored.
   */
  keep(call: KeyedCall, at: ClaimedAt, answer: StoredAnswer, begun?: Begun): Promise<boolean>
  /** The call had no effect; the key becomes unused again. */
  release(call: KeyedCall, at: ClaimedAt): Promise<void>
}
