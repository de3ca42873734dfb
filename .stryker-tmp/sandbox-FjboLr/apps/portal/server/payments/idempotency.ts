// @ts-nocheck
import { setTimeout as sleep } from 'node:timers/promises'
import { PortalError } from '../errors.ts'
import type { IdempotencyStore, KeptAnswer, KeyedCall } from './idempotency-store.ts'

export interface IdempotencyOptions {
  readonly store: IdempotencyStore
  readonly now: () => number
}

/** Longer than the longest call to a provider. */
const staleAfterMs = 120_000
const pauseMs = 50
const patienceMs = 70_000

/** Whoever repeats a call with the same key gets the answer of the first one. */
export class Idempotency {
  readonly #options: IdempotencyOptions

  constructor(options: IdempotencyOptions) {
    this.#options = options
  }

  async once(call: KeyedCall, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
    const { store, now } = this.#options
    for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += pauseMs) {
      const claim = await store.claim(call, now() - staleAfterMs)
      if (claim.outcome === 'claimed') return this.#answer(call, work)
      if (claim.outcome === 'answered') return claim.answer
      if (claim.outcome === 'other_body')
        throw new PortalError('idempotency_conflict', 'The key came with another body')
      await sleep(pauseMs)
    }
    throw new PortalError('overloaded', 'The first call with this key is still under way')
  }

  async #answer(call: KeyedCall, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
    const { store } = this.#options
    try {
      const answer = await work()
      await (isWorthKeeping(answer) ? store.keep(call, answer) : store.release(call))
      return answer
    } catch (error) {
      await store.release(call)
      throw error
    }
  }
}

/** An answer that says "later" must not be the answer for ever. */
function isWorthKeeping({ status }: KeptAnswer): boolean {
  return status < 500 && status !== 429
}
