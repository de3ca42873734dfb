/** Work that is put off, and all of it forgotten when the sandbox starts over or ends. */
export class Timers {
  readonly #pending = new Set<NodeJS.Timeout>()

  later(delayMs: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#pending.delete(timer)
      work()
    }, delayMs)
    this.#pending.add(timer)
  }

  clear(): void {
    for (const timer of this.#pending) clearTimeout(timer)
    this.#pending.clear()
  }
}
