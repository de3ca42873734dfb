import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '@nyanja/domain/time'
import type { Attempt, Delivery, Payment, Refund } from './attempt.ts'
import type { Delivered } from './delivery-provider.ts'

interface Job {
  (): Promise<void>
  /** Makes it due again, before its lease ends. */
  readonly retry?: () => Promise<void>
}

/** One kind of due work, claimed and done by itself, so that a provider that hangs holds up nobody else. */
export interface Queue {
  readonly name: string
  /** How many may be under way at once. */
  readonly width: number
  claim(limit: number): Promise<readonly Job[]>
}

interface QueueSetup<T> extends Omit<Queue, 'claim'> {
  /** Longer than the longest call that the work makes. */
  readonly leaseMs: number
  readonly claim: (claim: { readonly limit: number; readonly leaseMs: number }) => Promise<readonly T[]>
  readonly work: (item: T) => Promise<void>
  /** Makes an item whose work failed due again soon; without it that waits for the lease to end. */
  readonly retry?: (item: T) => Promise<void>
}

export function createQueue<T>({ name, width, leaseMs, claim, work, retry }: QueueSetup<T>): Queue {
  return {
    name,
    width,
    claim: async (limit) =>
      (await claim({ limit, leaseMs })).map((item) =>
        Object.assign(() => work(item), retry && { retry: () => retry(item) }),
      ),
  }
}

interface WorkerOptions {
  /** Asked before each claim; while it says no, everything due is left to other processes. */
  readonly mayClaim?: () => Promise<boolean>
  /** How long a queue waits without a notification: hints of other processes are seen after that. */
  readonly pauseMs: number
  /** Work that failed with a bug or a lost database; it stays due. */
  readonly failed: (queue: string, error: unknown) => void
  /** Nothing could be claimed: the database is away, for all other processes too as like as not. */
  readonly claimFailed?: () => void
  /** How long to wait before saying again to a lost database that work is due again. */
  readonly retryPauseMs?: number
}

/** With the pauses a minute or more: then leases have ended, or nearly. */
const mostRetries = 60

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

  /** Claims nothing more and waits for what is under way. */
  async stop(): Promise<void> {
    await Promise.all(this.#queues.map((queue) => queue.stop()))
  }
}

class RunningQueue {
  readonly #queue: Queue
  readonly #options: WorkerOptions
  readonly #inProgress = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #claiming: Promise<void> | undefined
  #isNotified = false
  #isRunning = false

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
    if (this.#claiming === undefined) this.#claiming = this.#drain().finally(() => this.#rest())
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    clearTimeout(this.#timer)
    await this.#claiming
    await Promise.all(this.#inProgress)
  }

  #rest(): void {
    this.#claiming = undefined
    clearTimeout(this.#timer)
    if (this.#isNotified) this.notify()
    else if (this.#isRunning) this.#timer = setTimeout(() => this.notify(), this.#options.pauseMs)
  }

  /** Claims as long as there is something due and a free place; a finished item notifies the queue again. */
  async #drain(): Promise<void> {
    while (this.#isNotified && this.#isRunning) {
      this.#isNotified = false
      const limit = this.#queue.width - this.#inProgress.size
      if (limit <= 0) return
      const jobs = await this.#claim(limit)
      for (const job of jobs) this.#begin(job)
      if (jobs.length === limit) this.#isNotified = true
    }
  }

  async #claim(limit: number): Promise<readonly Job[]> {
    const { mayClaim = async () => true } = this.#options
    try {
      return (await mayClaim()) ? await this.#queue.claim(limit) : []
    } catch (error) {
      this.#options.failed(this.#queue.name, error)
      this.#options.claimFailed?.()
      return []
    }
  }

  #begin(job: Job): void {
    const work = job()
      .catch((error: unknown) => {
        this.#options.failed(this.#queue.name, error)
        void this.#retrySoon(job.retry)
      })
      .finally(() => {
        const wasFull = this.#inProgress.size >= this.#queue.width
        this.#inProgress.delete(work)
        if (wasFull) this.notify()
      })
    this.#inProgress.add(work)
  }

  /** What made it fail may last: a database that is away for a moment must not cost its customer a whole lease. */
  async #retrySoon(retry: Job['retry']): Promise<void> {
    const { retryPauseMs: pauseMs = second } = this.#options
    if (retry !== undefined) await retryWhile(() => this.#isRunning, retry, { tries: mostRetries, pauseMs })
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

interface Claim {
  readonly limit: number
  readonly leaseMs: number
}

/** Hands out due rows, each to one worker until its lease ends. */
export interface DueWork {
  attempts(gateway: string, claim: Claim): Promise<readonly Attempt[]>
  deliveries(claim: Claim): Promise<readonly Delivery[]>
  refunds(gateway: string, claim: Claim): Promise<readonly Payment[]>
  /** Work on it failed here: it is due again soon, not first when its lease ends. */
  retry(kind: 'attempt' | 'delivery' | 'refund', attemptId: string): Promise<void>
}

/** What a worker does with an attempt that stays undecided. */
export interface CheckStore {
  checkLater(attempt: Attempt, nextCheckAt: number | undefined): Promise<void>
  /** A person must look at it; listed once however often it is said. */
  review(attemptId: string, reason: string): Promise<void>
}

/** Moves the delivery component. Compare-and-set like `AttemptStore`. */
export interface DeliveryStore {
  /** Commits the intention to send. Only the caller who gets true may call the BSS. */
  sending(delivery: Delivery): Promise<boolean>
  /** `undeliverable`: what it was for has ended meanwhile, and the payment stands in the review list. */
  delivered(
    delivery: Delivery,
    result: Omit<Delivered, 'outcome'>,
  ): Promise<'delivered' | 'undeliverable' | 'overtaken'>
  /** Begins the refund in the same transaction. The gateway that is to refund; undefined when overtaken. */
  impossible(delivery: Delivery, reason: string): Promise<string | undefined>
  /** The BSS has never heard of it: it may be sent again. Keeps `sentAt` and `reads` as they are given. */
  notSent(delivery: Delivery, nextCheckAt: number): Promise<boolean>
  /** Keeps `bssReference` as it is given. */
  reread(delivery: Delivery, nextCheckAt: number): Promise<void>
}

/** Moves the refund component. Compare-and-set like `AttemptStore`. */
export interface RefundStore {
  requesting(refund: Refund): Promise<boolean>
  refunded(refund: Refund): Promise<boolean>
  repeatRequest(refund: Refund, nextCheckAt: number): Promise<boolean>
  retryRequest(refund: Refund, nextCheckAt: number): Promise<void>
  toReview(refund: Refund, reason: string): Promise<boolean>
}

/** The queue of the worker that has something to do. A queue without a notification looks by itself a moment later. */
type QueueName = `settle ${string}` | `refund ${string}` | 'deliver' | 'send messages' | 'follow leads'

export type Notify = (queue: QueueName) => void
