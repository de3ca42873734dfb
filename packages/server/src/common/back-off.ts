interface BackOffOptions {
  readonly firstMs: number
  readonly longestMs: number
}

/** The pauses after failures that follow each other: each is twice the one before, up to the longest. */
export class BackOff {
  readonly #options: BackOffOptions
  #nextMs: number

  constructor(options: BackOffOptions) {
    this.#options = options
    this.#nextMs = options.firstMs
  }

  succeeded(): void {
    this.#nextMs = this.#options.firstMs
  }

  /** Counts a failure, and returns the pause before the next try. */
  failed(): number {
    const ms = this.#nextMs
    this.#nextMs = Math.min(2 * ms, this.#options.longestMs)
    return ms
  }
}
