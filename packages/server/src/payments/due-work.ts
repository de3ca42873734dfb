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
  /** Makes the row due again soon when its work failed here, not only when its lease ends. */
  retry(kind: DueKind, attemptId: string): Promise<void>
  /** Returns the end of a lease of this process that another statement takes with its own change of the row. */
  leaseUntil(kind: DueKind, leaseMs: number): Promise<number>
  /**
   * Records that the statement that takes the lease failed, perhaps after it had taken it: the next claim releases it.
   */
  mayHold(kind: DueKind, until: number): Promise<void>
}

/**
 * The worker queue that has due work. A queue without a notification claims a moment later anyway. The queues `settle`
 * make status checks; their names stay, since they are a label of `portal_failed_work_total`.
 */
export type QueueName = `settle ${string}` | `refund ${string}` | 'deliver' | 'send messages' | 'follow leads'

export type Notify = (queue: QueueName) => void

/** Returns undefined when this process has no free place for the row: the next claim of the queue finds it. */
export type Reserve = (queue: QueueName) => Promise<WorkSlot | undefined>
