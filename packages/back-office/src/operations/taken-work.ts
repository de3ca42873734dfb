import type { WorkQueue } from '@nyanja/domain/staff/work-queues'

/** The member of staff who works on a subject of a queue, and since when in epoch milliseconds. */
export interface TakenWork {
  readonly subject: string
  readonly staffId: string
  readonly staffName: string
  readonly at: number
}

/** Prevents two people from working on the same thing. An entry gives no right, and its lack takes none. */
export interface TakenWorkStore {
  of(queue: WorkQueue): Promise<readonly TakenWork[]>
  /** Takes a subject: false when a colleague has it. */
  take(queue: WorkQueue, work: TakenWork): Promise<boolean>
  release(queue: WorkQueue, subject: string, staffId: string): Promise<void>
}
