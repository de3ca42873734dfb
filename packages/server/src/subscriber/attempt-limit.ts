import { day } from '@nyanja/domain/time'

/** Counts tries for all processes together. */
export interface AttemptStore {
  /** Returns when all spent tries will be available again, in epoch milliseconds. */
  resetsAt(key: string): Promise<number>
  /** Spends one try, which is available again after this time. */
  spend(key: string, spending: { readonly at: number; readonly refillMs: number }): Promise<void>
}

interface AttemptLimitOptions {
  readonly store: AttemptStore
  /** The secret that is guessed: the number of an `account`, or the `amount` of a bill that is not shown. */
  readonly of: 'account' | 'amount'
  readonly perDay: number
  readonly now: () => number
}

/** Limits how often a secret of one number may be guessed. Tries become available again one by one. */
export class AttemptLimit {
  readonly #options: AttemptLimitOptions

  constructor(options: AttemptLimitOptions) {
    this.#options = options
  }

  /** Spends a try before the guess is compared, so that parallel guesses count each: undefined when none was left. */
  async spend(msisdn: string): Promise<{ readonly left: number } | undefined> {
    const { store, perDay, now } = this.#options
    const key = this.#keyOf(msisdn)
    if ((await this.#spent(key)) >= perDay) return undefined
    await store.spend(key, { at: now(), refillMs: this.#refillMs })
    const left = perDay - (await this.#spent(key))
    return left < 0 ? undefined : { left }
  }

  /** Returns a try that was not a guess. */
  async release(msisdn: string): Promise<void> {
    const { store, now } = this.#options
    await store.spend(this.#keyOf(msisdn), { at: now(), refillMs: -this.#refillMs })
  }

  async #spent(key: string): Promise<number> {
    const { store, now } = this.#options
    return Math.max(0, Math.ceil(((await store.resetsAt(key)) - now()) / this.#refillMs))
  }

  get #refillMs(): number {
    return day / this.#options.perDay
  }

  #keyOf(msisdn: string): string {
    return `${this.#options.of} ${msisdn}`
  }
}
