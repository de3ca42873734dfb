/** One kind of due work, claimed and done by itself, so that a provider that hangs holds up nobody else. */
export interface Lane<T> {
  readonly name: string
  /** How many may be under way at once. */
  readonly width: number
  readonly leaseMs: number
  claim(claim: { limit: number; leaseMs: number }): Promise<readonly T[]>
  work(item: T): Promise<void>
}

export interface WorkerOptions {
  /** How long a lane sleeps when nobody wakes it: hints of other processes are seen after that. */
  readonly pauseMs: number
  /** Work that failed with a bug or a lost database; it stays due. */
  readonly failed: (lane: string, error: unknown) => void
}

/** Runs lanes of due work until it is stopped. */
export class Worker {
  readonly #lanes: readonly RunningLane[]

  constructor(lanes: readonly Lane<never>[], options: WorkerOptions) {
    this.#lanes = lanes.map((lane) => new RunningLane(lane, options))
  }

  start(): void {
    for (const lane of this.#lanes) lane.start()
  }

  wake(): void {
    for (const lane of this.#lanes) lane.wake()
  }

  /** Claims nothing more and waits for what is under way. */
  async stop(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.stop()))
  }
}

class RunningLane {
  readonly #lane: Lane<never>
  readonly #options: WorkerOptions
  readonly #underWay = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #claiming: Promise<void> | undefined
  #isWoken = false
  #isRunning = false

  constructor(lane: Lane<never>, options: WorkerOptions) {
    this.#lane = lane
    this.#options = options
  }

  start(): void {
    this.#isRunning = true
    this.wake()
  }

  wake(): void {
    if (!this.#isRunning) return
    this.#isWoken = true
    if (this.#claiming === undefined) this.#claiming = this.#drain().finally(() => this.#rest())
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    clearTimeout(this.#timer)
    await this.#claiming
    await Promise.all(this.#underWay)
  }

  #rest(): void {
    this.#claiming = undefined
    clearTimeout(this.#timer)
    if (this.#isRunning) this.#timer = setTimeout(() => this.wake(), this.#options.pauseMs)
  }

  /** Claims as long as there is something due and a free place; a finished item wakes the lane again. */
  async #drain(): Promise<void> {
    while (this.#isWoken && this.#isRunning) {
      this.#isWoken = false
      const limit = this.#lane.width - this.#underWay.size
      if (limit <= 0) return
      const items = await this.#claim(limit)
      for (const item of items) this.#begin(item)
      if (items.length === limit) this.#isWoken = true
    }
  }

  async #claim(limit: number): Promise<readonly never[]> {
    try {
      return await this.#lane.claim({ limit, leaseMs: this.#lane.leaseMs })
    } catch (error) {
      this.#options.failed(this.#lane.name, error)
      return []
    }
  }

  #begin(item: never): void {
    const isFull = () => this.#underWay.size >= this.#lane.width
    const work = this.#lane
      .work(item)
      .catch((error) => this.#options.failed(this.#lane.name, error))
      .finally(() => {
        const wasFull = isFull()
        this.#underWay.delete(work)
        if (wasFull) this.wake()
      })
    this.#underWay.add(work)
  }
}
