import type { OpenDatabase } from './open.ts'

type Handle = Pick<OpenDatabase, 'db' | 'self'>

interface Lease {
  readonly at: number
  readonly until: number
}

/**
 * Leases on the due rows of one table. No two of a process that are equally long end in the same millisecond, so the
 * end of a lease tells its claim from all others. Of a claim that failed only the answer may have been lost: before the
 * next one what it holds is given back, since nobody works on it.
 */
export function createLeases(
  { db, self }: Handle,
  {
    table,
    now,
  }: {
    readonly table: 'attempts' | 'deliveries' | 'refunds' | 'messages' | 'mails' | 'leads' | 'submissions'
    readonly now: () => number
  },
) {
  const lastEnds = new Map<number, number>()
  const lost = new Set<number>()

  function nextLease(leaseMs: number): Lease {
    const at = now()
    const until = Math.max(at + leaseMs, (lastEnds.get(leaseMs) ?? 0) + 1)
    lastEnds.set(leaseMs, until)
    return { at, until }
  }

  async function giveBack(until: number): Promise<void> {
    await db
      .updateTable(table)
      .set({ lease_until: 0 })
      .where('next_check_at', 'is not', null)
      .where('held_by', '=', self)
      .where('lease_until', '=', until)
      .execute()
    lost.delete(until)
  }

  return async function claim<T>(leaseMs: number, work: (lease: Lease) => Promise<T>): Promise<T> {
    for (const until of lost) await giveBack(until)
    const lease = nextLease(leaseMs)
    try {
      return await work(lease)
    } catch (error) {
      lost.add(lease.until)
      throw error
    }
  }
}
