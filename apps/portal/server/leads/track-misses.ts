/** Counts misses for all processes together. */
interface MissCounts {
  /** When all that was spent will have come back. Epoch milliseconds. */
  wholeAgainAt(of: string): Promise<number>
  spend(of: string, spending: { readonly at: number; readonly refillMs: number }): Promise<void>
}

export interface TrackMissesOptions {
  readonly store: MissCounts
  readonly now: () => number
}

/** A person mistypes a reference a few times; one comes back every so often: five a day. */
const most = 5
const refillMs = (24 * 3_600_000) / most

/** How often a number or a reference may be named that do not belong together, before that costs something. */
export class TrackMisses {
  readonly #options: TrackMissesOptions

  constructor(options: TrackMissesOptions) {
    this.#options = options
  }

  async areSpent(of: readonly string[]): Promise<boolean> {
    const { store, now } = this.#options
    const wholeAt = await Promise.all(of.map((one) => store.wholeAgainAt(keyOf(one))))
    return Math.max(0, ...wholeAt) - now() > (most - 1) * refillMs
  }

  async spend(of: readonly string[]): Promise<void> {
    const { store, now } = this.#options
    for (const one of of) await store.spend(keyOf(one), { at: now(), refillMs })
  }
}

const keyOf = (counted: string) => `lead ${counted}`
