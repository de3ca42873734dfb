/** Lets one in at a time, in the order in which they came. */
export class Queue {
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  /** False when it was not let in within `timeoutMs`; without that it waits. */
  async enter(timeoutMs?: number): Promise<boolean> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return true
    }
    return new Promise((resolve) => {
      const enter = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => {
              this.#waiting.splice(this.#waiting.indexOf(enter), 1)
              resolve(false)
            }, timeoutMs)
      this.#waiting.push(enter)
    })
  }

  /** Hands over to the next directly, so that no other caller slips in between. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#isTaken = false
    else next()
  }
}
