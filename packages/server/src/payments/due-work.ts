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
  /** The work on the row failed here, so the row is due again soon, not only when its lease ends. */
  retry(kind: DueKind, attemptId: string): Promise<void>
  /** Returns the end of a lease of this process. Another statement takes the lease with its own change of the row. */
  leaseUntil(kind: DueKind, leaseMs: number): Promise<number>
  /** The statement that takes the lease failed, perhaps after it had taken it: the next claim releases it. */
  mayHold(kind: DueKind, until: number): Promise<void>
}

/** A notification names the worker queue that has due work. A queue without one claims a moment later anyway. */
export type QueueName = `settle ${string}` | `refund ${string}` | 'deliver' | 'send messages' | 'follow leads'

export type Notify = (queue: QueueName) => void

/** The slot is undefined when this process has no free place for the row, and the next claim of the queue finds it. */
export type Reserve = (queue: QueueName) => Promise<WorkSlot | undefined>
