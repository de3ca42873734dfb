import type { WorkSlot } from '../common/work-queue.ts'
import type { Attempt, Delivery, DueTakeback, Payment } from './attempt.ts'

interface Claim {
  readonly limit: number
  readonly leaseMs: number
}

export type DueKind = 'attempt' | 'delivery' | 'refund' | 'credit' | 'takeback'

/** Leases due rows, each to one worker until its lease ends. */
export interface DueWork {
  attempts(gateway: string, claim: Claim): Promise<readonly Attempt[]>
  deliveries(claim: Claim): Promise<readonly Delivery[]>
  refunds(gateway: string, claim: Claim): Promise<readonly Payment[]>
  credits(claim: Claim): Promise<readonly Delivery[]>
  takebacks(claim: Claim): Promise<readonly DueTakeback[]>
  /** The work on it failed here: it is due again soon, not only when its lease ends. */
  retry(kind: DueKind, attemptId: string): Promise<void>
  /** The end of a lease of this process that another statement takes with its own change of the row. */
  leaseUntil(kind: DueKind, leaseMs: number): Promise<number>
  /** That statement failed, perhaps after it had taken the lease: the next claim releases it. */
  mayHold(kind: DueKind, until: number): Promise<void>
}

/** Notifies the worker queue that has due work. A queue without a notification claims a moment later anyway. */
export type QueueName = `settle ${string}` | `refund ${string}` | 'deliver' | 'send messages' | 'follow leads'

export type Notify = (queue: QueueName) => void

/** Undefined: this process has no free place for it, and the next claim of the queue finds the row. */
export type Reserve = (queue: QueueName) => Promise<WorkSlot | undefined>
