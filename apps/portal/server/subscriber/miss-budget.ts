/** Counts misses for all processes together. */
export interface MissStore {
  /** When all that a client has spent will have come back. Epoch milliseconds. */
  wholeAgainAt(client: string): Promise<number>
  /** One more is spent, and comes back so much later. */
  spend(client: string, spending: { readonly at: number; readonly refillMs: number }): Promise<void>
}

export interface MissBudgetOptions {
  readonly store: MissStore
  readonly now: () => number
}

/** A channel full of customers mistypes some numbers; a machine that tries numbers out misses with most. */
const most = 600
/** A little comes back all the time, so that one customer's game does not close a channel for an hour. */
const refillMs = 6_000

/** How often each client may name a number that is none. */
export class MissBudget {
  readonly #options: MissBudgetOptions

  constructor(options: MissBudgetOptions) {
    this.#options = options
  }

  async isSpent(client: string): Promise<boolean> {
    const { store, now } = this.#options
    return (await store.wholeAgainAt(client)) - now() > (most - 1) * refillMs
  }

  async spend(client: string): Promise<void> {
    const { store, now } = this.#options
    await store.spend(client, { at: now(), refillMs })
  }
}
