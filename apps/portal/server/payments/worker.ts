import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '@nyanja/domain/time'

interface Job {
  (): Promise<void>
  /** Makes it due again, before its lease ends. */
  readonly again?: () => Promise<void>
}

/** One kind of due work, claimed and done by itself, so that a provider that hangs holds up nobody else. */
export interface Lane {
  readonly name: string
  /** How many may be under way at once. */
  readonly width: number
  claim(limit: number): Promise<readonly Job[]>
}

interface LaneSetup<T> extends Omit<Lane, 'claim'> {
  /** Longer than the longest call that the work makes. */
  readonly leaseMs: number
  readonly claim: (claim: { readonly limit: number; readonly leaseMs: number }) => Promise<readonly T[]>
  readonly work: (item: T) => Promise<void>
  /** Makes an item whose work failed due again soon; without it that waits for the lease to end. */
  readonly again?: (item: T) => Promise<void>
}

export function laneOf<T>({ name, width, leaseMs, claim, work, again }: LaneSetup<T>): Lane {
  return {
    name,
    width,
    claim: async (limit) =>
      (await claim({ limit, leaseMs })).map((item) =>
        Object.assign(() => work(item), again && { again: () => again(item) }),
      ),
  }
}

export interface WorkerOptions {
  /** Asked before each claim; while it says no, everything due is left to other processes. */
  readonly mayClaim?: () => Promise<boolean>
  /** How long a lane sleeps when nobody wakes it: hints of other processes are seen after that. */
  readonly pauseMs: number
  /** Work that failed with a bug or a lost database; it stays due. */
  readonly failed: (lane: string, error: unknown) => void
  /** Nothing could be claimed: the database is away, for all other processes too as like as not. */
  readonly claimFailed?: () => void
  /** How long to wait before saying again to a lost database that work is due again. */
  readonly againPauseMs?: number
}

/** With the pauses a minute or more: then leases have ended, or nearly. */
const mostRetries = 60

/** Runs lanes of due work until it is stopped. */
export class Worker {
  readonly #lanes: readonly RunningLane[]

  constructor(lanes: readonly Lane[], options: WorkerOptions) {
    this.#lanes = lanes.map((lane) => new RunningLane(lane, options))
  }

  start(): void {
    for (const lane of this.#lanes) lane.start()
  }

  wake(name: string): void {
    for (const lane of this.#lanes) if (lane.name === name) lane.wake()
  }

  /** Claims nothing more and waits for what is under way. */
  async stop(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.stop()))
  }
}

class RunningLane {
  readonly #lane: Lane
  readonly #options: WorkerOptions
  readonly #underWay = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #claiming: Promise<void> | undefined
  #isWoken = false
  #isRunning = false

  constructor(lane: Lane, options: WorkerOptions) {
    this.#lane = lane
    this.#options = options
  }

  get name(): string {
    return this.#lane.name
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
    if (this.#isWoken) this.wake()
    else if (this.#isRunning) this.#timer = setTimeout(() => this.wake(), this.#options.pauseMs)
  }

  /** Claims as long as there is something due and a free place; a finished item wakes the lane again. */
  async #drain(): Promise<void> {
    while (this.#isWoken && this.#isRunning) {
      this.#isWoken = false
      const limit = this.#lane.width - this.#underWay.size
      if (limit <= 0) return
      const jobs = await this.#claim(limit)
      for (const job of jobs) this.#begin(job)
      if (jobs.length === limit) this.#isWoken = true
    }
  }

  async #claim(limit: number): Promise<readonly Job[]> {
    const { mayClaim = async () => true } = this.#options
    try {
      return (await mayClaim()) ? await this.#lane.claim(limit) : []
    } catch (error) {
      this.#options.failed(this.#lane.name, error)
      this.#options.claimFailed?.()
      return []
    }
  }

  #begin(job: Job): void {
    const work = job()
      .catch((error: unknown) => {
        this.#options.failed(this.#lane.name, error)
        void this.#retrySoon(job.again)
      })
      .finally(() => {
        const wasFull = this.#underWay.size >= this.#lane.width
        this.#underWay.delete(work)
        if (wasFull) this.wake()
      })
    this.#underWay.add(work)
  }

  /** What made it fail may last: a database that is away for a moment must not cost its customer a whole lease. */
  async #retrySoon(again: Job['again']): Promise<void> {
    const { againPauseMs: pauseMs = second } = this.#options
    if (again !== undefined) await retryWhile(() => this.#isRunning, again, { tries: mostRetries, pauseMs })
  }
}

/** Repeats a write of one row until it succeeds; before each try it waits. */
export async function retryWhile(
  mayRetry: () => boolean,
  write: () => Promise<void>,
  { tries, pauseMs }: { readonly tries: number; readonly pauseMs: number },
): Promise<void> {
  for (let tried = 0; tried < tries && mayRetry(); tried += 1) {
    await sleep(pauseMs, undefined, { ref: false })
    if (await isDone(write)) return
  }
}

export function isDone(work: () => Promise<void>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  )
}
