/** Lets one in at a time, in the order in which they came. */
// @ts-nocheck

export class Queue {
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  async enter(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Hands over to the next directly, so that nobody slips in between. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#isTaken = false
    else next()
  }
}
