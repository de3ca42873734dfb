import { minute } from '@nyanja/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type { OpenDatabase } from './open.ts'
import { presenceClass } from './presence.ts'

type Handle = Pick<OpenDatabase, 'db' | 'engine' | 'self'>

interface Lease {
  readonly at: number
  readonly until: number
  /** Condition on a row: no other process works on it. */
  readonly isFree: RawBuilder<unknown>
}

/** A process that lives but stands still may not keep its work for longer than this. */
const longestLeaseMs = 5 * minute

/**
 * A lease has ended when its time is over, and that of a process that still lives only `longestLeaseMs` after it was
 * taken: it may be at work on a call that takes longer than anyone thought.
 */
function freeAt({ engine, self }: Handle, at: number, leaseMs: number): RawBuilder<unknown> {
  if (engine === 'sqlite') return sql`lease_until <= ${at}`
  const longEnded = at - Math.max(0, longestLeaseMs - leaseMs)
  const living = sql`
    select objid::bigint from pg_locks
    where locktype = 'advisory' and granted and classid = ${presenceClass}
      and database = (select oid from pg_database where datname = current_database())`
  return sql`lease_until <= ${at} and (
    lease_until <= ${longEnded} or held_by is null or held_by = ${self} or held_by not in (${living}))`
}

/**
 * Leases on the due rows of one table. No two of a process that are equally long end in the same millisecond, so the
 * end of a lease tells its claim from all others. Of a claim that failed only the answer may have been lost: before the
 * next one what it holds is given back, since nobody works on it.
 */
export function createLeases(
  handle: Handle,
  {
    table,
    now,
  }: {
    readonly table: 'attempts' | 'deliveries' | 'refunds' | 'messages' | 'mails' | 'leads' | 'submissions'
    readonly now: () => number
  },
) {
  const { db, self } = handle
  const lastEnds = new Map<number, number>()
  const lost = new Set<number>()

  function nextLease(leaseMs: number): Lease {
    const at = now()
    const until = Math.max(at + leaseMs, (lastEnds.get(leaseMs) ?? 0) + 1)
    lastEnds.set(leaseMs, until)
    return { at, until, isFree: freeAt(handle, at, leaseMs) }
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
