import type { MissStore } from './miss-budget.ts'

export interface AccountTriesOptions {
  readonly store: MissStore
  /** `account`: guesses at its number. `amount`: sums that are compared with a bill that is not shown. */
  readonly of: 'account' | 'amount'
  readonly now: () => number
}

const most = 5
/** One comes back every so often: five a day. */
const refillMs = (24 * 3_600_000) / most

/** How often what is known of the bill of a number may be guessed at. */
export class AccountTries {
  readonly #options: AccountTriesOptions

  constructor(options: AccountTriesOptions) {
    this.#options = options
  }

  /** Spent before the guess is looked at, so that guesses at once count each. Undefined: there was none left. */
  async spend(msisdn: string): Promise<{ readonly left: number } | undefined> {
    const { store, now } = this.#options
    if ((await this.#spent(msisdn)) >= most) return undefined
    await store.spend(this.#keyOf(msisdn), { at: now(), refillMs })
    const left = most - (await this.#spent(msisdn))
    return left < 0 ? undefined : { left }
  }

  /** It was no guess. */
  async giveBack(msisdn: string): Promise<void> {
    const { store, now } = this.#options
    await store.spend(this.#keyOf(msisdn), { at: now(), refillMs: -refillMs })
  }

  async #spent(msisdn: string): Promise<number> {
    const { store, now } = this.#options
    return Math.max(0, Math.ceil(((await store.wholeAgainAt(this.#keyOf(msisdn))) - now()) / refillMs))
  }

  #keyOf(msisdn: string): string {
    return `${this.#options.of} ${msisdn}`
  }
}
