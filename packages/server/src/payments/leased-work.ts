import type { DueKind, DueWork, QueueName, Reserve } from './due-work.ts'

export interface LeasedWorkOptions {
  readonly due: Pick<DueWork, 'retry' | 'leaseUntil' | 'mayHold'>
  readonly reserve: Reserve
}

/** The leases that statements take with a change of their own. */
export interface OwnLeases {
  /** Returns the end of a lease of this process. */
  leaseUntil(leaseMs: number): Promise<number>
  /** The statement failed, perhaps after it had taken the lease: the next claim releases it. */
  mayHold(until: number): Promise<void>
}

interface LeasedRow {
  readonly queue: QueueName
  readonly leases: OwnLeases
  /** Makes the row due again soon when its work failed; without it the row is due when its lease ends. */
  readonly retry?: () => Promise<void>
}

/** Leases the row of a payment's component. */
export function leasedComponent(
  due: LeasedWorkOptions['due'],
  { queue, kind, attemptId }: { readonly queue: QueueName; readonly kind: DueKind; readonly attemptId: string },
): LeasedRow {
  return {
    queue,
    leases: {
      leaseUntil: (leaseMs) => due.leaseUntil(kind, leaseMs),
      mayHold: (until) => due.mayHold(kind, until),
    },
    retry: () => due.retry(kind, attemptId),
  }
}

/**
 * Writes a row that becomes due, and begins its work in this process without a claim: `write` leases the row until the
 * given time, and returns the work when it did. Without a time, or without work, the row is left to the next claim of
 * its queue.
 */
export async function writeLeased<Result>(
  reserve: Reserve,
  { queue, leases, retry }: LeasedRow,
  write: (leaseUntil?: number) => Promise<{ readonly result: Result; readonly work?: () => Promise<void> }>,
): Promise<Result> {
  const slot = await reserve(queue)
  if (slot === undefined) return (await write()).result
  const leaseUntil = await leases.leaseUntil(slot.leaseMs)
  let work: (() => Promise<void>) | undefined
  try {
    const written = await write(leaseUntil)
    work = written.work
    return written.result
  } catch (error) {
    // Only the database's answer may have been lost.
    await leases.mayHold(leaseUntil)
    throw error
  } finally {
    if (work === undefined) slot.free()
    else slot.run(work, retry)
  }
}
