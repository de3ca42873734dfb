import { setTimeout as sleep } from 'node:timers/promises'

const second = 1000
/** Often while the customer types his PIN, then as often as the portal asks of channels. */
const pausesMs = [...Array<number>(30).fill(2 * second), ...Array<number>(60).fill(10 * second)]

export interface WatchOptions {
  readonly timeScale: number
  /** True: there is nothing more to see. */
  readonly look: (msisdn: string, transactionId: string) => Promise<boolean>
}

/** Looks after payments until they end, so that the customer is told without asking. */
export class Watch {
  readonly #options: WatchOptions
  readonly #watched = new Set<string>()
  #stopping = new AbortController()

  constructor(options: WatchOptions) {
    this.#options = options
  }

  begin(msisdn: string, transactionId: string): void {
    if (this.#watched.has(transactionId)) return
    this.#watched.add(transactionId)
    void this.#run(msisdn, transactionId).finally(() => this.#watched.delete(transactionId))
  }

  end(): void {
    this.#stopping.abort()
    this.#stopping = new AbortController()
  }

  async #run(msisdn: string, transactionId: string): Promise<void> {
    const { timeScale, look } = this.#options
    const { signal } = this.#stopping
    for (const pauseMs of pausesMs) {
      const isOver = await sleep(pauseMs * timeScale, false, { signal, ref: false }).catch(() => true)
      if (isOver || (await look(msisdn, transactionId))) return
    }
  }
}
