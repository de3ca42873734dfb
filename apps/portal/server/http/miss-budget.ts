import type { FailureName } from '../../contract/failures.ts'

/** A channel full of customers mistypes some numbers; a machine that tries numbers out misses with most. */
const most = 600
const refillMs = 6_000

/** Answers that tell a caller that a number is nobody's. */
const misses: readonly FailureName[] = ['invalid_number', 'invalid_wallet', 'no_wallet']

interface Spending {
  readonly spent: number
  readonly at: number
}

/** How often each client may name a number that is none. Of this process: several together let through so much more. */
export class MissBudget {
  readonly #now: () => number
  readonly #spendings = new Map<string, Spending>()

  constructor(now: () => number) {
    this.#now = now
  }

  isSpent(client: string): boolean {
    return this.#spentBy(client) > most - 1
  }

  note(client: string, failure: FailureName | undefined): void {
    if (failure === undefined || !misses.includes(failure)) return
    this.#spendings.set(client, { spent: this.#spentBy(client) + 1, at: this.#now() })
  }

  /** A little comes back all the time, so that one customer's game does not close a channel for an hour. */
  #spentBy(client: string): number {
    const { spent, at } = this.#spendings.get(client) ?? { spent: 0, at: this.#now() }
    return Math.max(0, spent - (this.#now() - at) / refillMs)
  }
}
