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

  async left(msisdn: string): Promise<number> {
    const { store, now } = this.#options
    const spent = Math.ceil(((await store.wholeAgainAt(keyOf(msisdn))) - now()) / refillMs)
    return Math.max(0, most - Math.max(0, spent))
  }

  /** Spent before anybody looks at the guess, so that guesses at once count each. Undefined: there was none left. */
  async spend(msisdn: string): Promise<{ readonly left: number } | undefined> {
    const { store, now } = this.#options
    if ((await this.left(msisdn)) === 0) return undefined
    await store.spend(keyOf(msisdn), { at: now(), refillMs })
    return { left: await this.left(msisdn) }
  }
}

const keyOf = (msisdn: string) => `account ${msisdn}`
