import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '@nyanja/domain/time'
import { BackOff } from './back-off.ts'
import { withCalls } from './system-calls.ts'
import { withSpan } from './tracing.ts'

interface Job {
  (): Promise<void>
  /** Makes the row due again before its lease ends. */
  readonly retry?: () => Promise<void>
}

/** A queue is one kind of due work with its own claims, so that a hanging provider delays no other work. */
export interface Queue {
  readonly name: string
  /** The limit of simultaneous items. */
  readonly width: number
  /** The lease, absent when no row is leased by anything but claims. */
  readonly leaseMs?: number
  claim(limit: number): Promise<readonly Job[]>
}

/** A free place in a queue of this process, for a row that is leased in the transaction that makes it due. */
export interface WorkSlot {
  readonly leaseMs: number
  /** Begins the work on the leased row; called at most once. */
  run(work: () => Promise<void>, retry?: () => Promise<void>): void
  /** Frees the place when no row was leased; called instead of `run`. */
  free(): void
}

interface QueueSetup<T> extends Omit<Queue, 'claim'> {
  /** The lease, longer than the longest call of the work. */
  readonly leaseMs: number
  readonly claim: (claim: { readonly limit: number; readonly leaseMs: number }) => Promise<readonly T[]>
  readonly work: (item: T) => Promise<void>
  /** Makes an item whose work failed due again soon; without it the item is due when its lease ends. */
  readonly retry?: (item: T) => Promise<void>
}

export function createQueue<T>({ name, width, leaseMs, claim, work, retry }: QueueSetup<T>): Queue {
  return {
    name,
    width,
    leaseMs,
    claim: async (limit) =>
      (await claim({ limit, leaseMs })).map((item) =>
        Object.assign(() => work(item), retry && { retry: () => retry(item) }),
      ),
  }
}

interface WorkerOptions {
  /** Tells before each claim whether it may be made; while false, all due work is left to other processes. */
  readonly mayClaim?: () => Promise<boolean>
  /** The wait of a queue without a notification; hints of other processes are noticed after that. */
  readonly pauseMs: number
  /** Reports work that failed with a bug or a lost database; it stays due. */
  readonly failed: (queue: string, error: unknown) => void
  /** Learns that nothing could be claimed: the database is unavailable, probably for all other processes too. */
  readonly claimFailed?: () => void
  /** The pause before each retry of the write that makes a row due again, while the database is lost. */
  readonly retryPauseMs?: number
  /** Calls `end` after the pause, unless the returned function cancels it. */
  readonly pause?: (ms: number, end: () => void) => () => void
}

/** The pauses add up to a minute or more: by then leases have ended, or almost. */
const mostRetries = 11

/** The pauses after a failure of a queue. Payments wait behind it, so they stay short. */
const failurePauses = { firstMs: 50, longestMs: 2 * second }

function pauseOnTimer(ms: number, end: () => void): () => void {
  const timer = setTimeout(end, ms)
  return () => clearTimeout(timer)
}

/** Runs queues of due work until it is stopped. */
export class Worker {
  readonly #queues: readonly RunningQueue[]

  constructor(queues: readonly Queue[], options: WorkerOptions) {
    this.#queues = queues.map((queue) => new RunningQueue(queue, options))
  }

  start(): void {
    for (const queue of this.#queues) queue.start()
  }

  notify(name: string): void {
    for (const queue of this.#queues) if (queue.name === name) queue.notify()
  }

  /** Returns undefined when there is no free place here: the next claim of this or another process finds the row. */
  async reserve(name: string): Promise<WorkSlot | undefined> {
    return this.#queues.find((queue) => queue.name === name)?.reserve()
  }

  /** Claims no more items and waits for those in progress. */
  async stop(): Promise<void> {
    await Promise.all(this.#queues.map((queue) => queue.stop()))
  }
}

class RunningQueue {
  readonly #queue: Queue
  readonly #options: WorkerOptions
  readonly #inProgress = new Set<Promise<void>>()
  readonly #backOff = new BackOff(failurePauses)
  #cancelPause = () => {}
  /** Whether claims wait for the end of a pause after a failure. */
  #isPausing = false
  #claiming: Promise<void> | undefined
  #isNotified = false
  #isRunning = false
  /**
   * Work runs outside the visitor's context, whose request notified the queue: it has neither its timeouts nor its
   * trace.
   */
  readonly #outside = AsyncLocalStorage.snapshot()

  constructor(queue: Queue, options: WorkerOptions) {
    this.#queue = queue
    this.#options = options
  }

  get name(): string {
    return this.#queue.name
  }

  start(): void {
    this.#isRunning = true
    this.notify()
  }

  notify(): void {
    if (!this.#isRunning) return
    this.#isNotified = true
    if (this.#isPausing) return
    this.#claiming ??= this.#outside(() => this.#drain()).finally(() => this.#rest())
  }

  async reserve(): Promise<WorkSlot | undefined> {
    const { leaseMs } = this.#queue
    const { mayClaim = async () => true } = this.#options
    if (leaseMs === undefined || !(await mayClaim()) || !this.#isRunning || this.#freePlaces <= 0) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#enter(promise)
    return {
      leaseMs,
      run: (work, retry) =>
        void this.#outside(() => this.#perform(Object.assign(() => work(), retry && { retry }))).then(resolve),
      free: resolve,
    }
  }

  get #freePlaces(): number {
    return this.#queue.width - this.#inProgress.size
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    this.#cancelPause()
    await this.#claiming
    await Promise.all(this.#inProgress)
  }

  #rest(): void {
    this.#claiming = undefined
    if (this.#isPausing) return
    if (this.#isNotified) this.notify()
    else this.#pause(this.#options.pauseMs)
  }

  /** Claims after the pause. */
  #pause(ms: number): void {
    this.#cancelPause()
    if (!this.#isRunning) return
    const { pause = pauseOnTimer } = this.#options
    this.#cancelPause = pause(ms, () => {
      this.#isPausing = false
      this.notify()
    })
  }

  /**
   * Pauses after a failure of the queue: on SQLite neither the claim nor the work may give way to anything else in the
   * process. Failures during a pause do not prolong it.
   */
  #failed(error: unknown): void {
    this.#options.failed(this.#queue.name, error)
    if (this.#isPausing) return
    this.#isPausing = true
    this.#pause(this.#backOff.failed())
  }

  /** Claims while there is due work and a free place; a finished item notifies the queue again. */
  async #drain(): Promise<void> {
    while (this.#isNotified && this.#isRunning && !this.#isPausing) {
      this.#isNotified = false
      const limit = this.#freePlaces
      if (limit <= 0) return
      const jobs = await this.#claim(limit)
      for (const job of jobs) this.#enter(this.#perform(job))
      if (jobs.length === limit) this.#isNotified = true
    }
  }

  async #claim(limit: number): Promise<readonly Job[]> {
    const { mayClaim = async () => true } = this.#options
    try {
      const jobs = (await mayClaim()) ? await this.#queue.claim(limit) : []
      // Failed rows wait for their retry, and rows that become due have not failed before, so the pauses start anew.
      if (jobs.length === 0) this.#backOff.succeeded()
      return jobs
    } catch (error) {
      this.#failed(error)
      this.#options.claimFailed?.()
      return []
    }
  }

  /** Takes a place until the work is done. */
  #enter(work: Promise<void>): void {
    const place = work.finally(() => {
      const wasFull = this.#freePlaces <= 0
      this.#inProgress.delete(place)
      if (wasFull) this.notify()
    })
    this.#inProgress.add(place)
  }

  #perform(job: Job): Promise<void> {
    return withCalls(() => withSpan({ name: this.#queue.name }, () => job())).then(
      () => this.#backOff.succeeded(),
      (error: unknown) => {
        this.#failed(error)
        void this.#retrySoon(job.retry)
      },
    )
  }

  /** The cause may persist: a brief database failure must not cost the customer a whole lease. */
  async #retrySoon(retry: Job['retry']): Promise<void> {
    const { retryPauseMs: pauseMs = second } = this.#options
    if (retry !== undefined) await retryWhile(() => this.#isRunning, retry, { tries: mostRetries, pauseMs })
  }
}

/** Repeats a write of one row until it succeeds, with a pause before each try that grows to eight times the first. */
export async function retryWhile(
  mayRetry: () => boolean,
  write: () => Promise<void>,
  { tries, pauseMs }: { readonly tries: number; readonly pauseMs: number },
): Promise<void> {
  const backOff = new BackOff({ firstMs: pauseMs, longestMs: 8 * pauseMs })
  for (let tried = 0; tried < tries && mayRetry(); tried += 1) {
    await sleep(backOff.failed(), undefined, { ref: false })
    if (await isDone(write)) return
  }
}

export function isDone(work: () => Promise<void>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  )
}
