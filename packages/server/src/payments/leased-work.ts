import type { DueKind, DueWork, QueueName, Reserve } from './worker.ts'

export interface LeasedWorkOptions {
  readonly due: Pick<DueWork, 'retry' | 'leaseUntil' | 'mayHold'>
  readonly reserve: Reserve
}

interface LeasedRow {
  readonly queue: QueueName
  readonly kind: DueKind
  readonly attemptId: string
}

/**
 * Writes a row that becomes due, and begins its work in this process without a claim: `write` leases the row until the
 * time that it is given, and returns the work when it did. Without a time, or without work, the row is left to the next
 * claim of its queue.
 */
export async function writeLeased<Result>(
  { due, reserve }: LeasedWorkOptions,
  { queue, kind, attemptId }: LeasedRow,
  write: (leaseUntil?: number) => Promise<{ readonly result: Result; readonly work?: () => Promise<void> }>,
): Promise<Result> {
  const slot = await reserve(queue)
  if (slot === undefined) return (await write()).result
  const leaseUntil = await due.leaseUntil(kind, slot.leaseMs)
  let work: (() => Promise<void>) | undefined
  try {
    const written = await write(leaseUntil)
    work = written.work
    return written.result
  } catch (error) {
    // Only the database's answer may have been lost.
    await due.mayHold(kind, leaseUntil)
    throw error
  } finally {
    if (work === undefined) slot.free()
    else slot.run(work, () => due.retry(kind, attemptId))
  }
}
