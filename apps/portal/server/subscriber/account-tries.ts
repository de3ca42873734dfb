import type { MissStore } from './miss-budget.ts'

export interface AccountTriesOptions {
  readonly store: MissStore
  readonly now: () => number
}

const most = 5
/** One comes back every so often: five a day. */
const refillMs = (24 * 3_600_000) / most

/** How often anybody may guess at the account of a number. */
export class AccountTries {
  readonly #options: AccountTriesOptions

  constructor(options: AccountTriesOptions) {
    this.#options = options
  }

  /** Spent before anybody looks at the guess, so that guesses at once count each. Undefined: there was none left. */
  async spend(msisdn: string): Promise<{ readonly left: number } | undefined> {
    const { store, now } = this.#options
    if ((await this.#spent(msisdn)) >= most) return undefined
    await store.spend(keyOf(msisdn), { at: now(), refillMs })
    const left = most - (await this.#spent(msisdn))
    return left < 0 ? undefined : { left }
  }

  async #spent(msisdn: string): Promise<number> {
    const { store, now } = this.#options
    return Math.max(0, Math.ceil(((await store.wholeAgainAt(keyOf(msisdn))) - now()) / refillMs))
  }
}

const keyOf = (msisdn: string) => `account ${msisdn}`
