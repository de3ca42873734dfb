import { minute, second } from '@nyanja/domain/time'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DatabaseHandle, Engine } from './open.ts'
import { processLockClass } from './process-lock.ts'

/** A store of due rows needs these of the database. */
export interface LeaseHandle<Tables> extends DatabaseHandle<Tables> {
  readonly processId: number
}

/** A table with the columns `next_check_at`, `lease_until` and `held_by`. */
interface DueRows<Table> {
  readonly table: Table
  /** The column that names a row. */
  readonly key?: 'id' | 'attempt_id'
  readonly now: () => number
}

interface Claim {
  readonly limit: number
  readonly leaseMs: number
}

/** Rows that another worker has locked are skipped. SQLite has one process, so there is no other worker. */
export const skipLocked = { sqlite: sql``, postgres: sql`for update skip locked` } as const satisfies Record<
  Engine,
  unknown
>

/** The pause, so long that a bug which fails on the same row each time is logged only a few times a minute. */
const retryAfterMs = 5 * second

/** A process that is alive but stalled must not keep its leases longer than this. */
const longestLeaseMs = 5 * minute

/**
 * Tells whether no other process works on a row. A lease ends with its time, but the lease of a living process only
 * `longestLeaseMs` after it was taken: its call may take longer than expected.
 */
function isFreeAt(
  { engine, processId }: Pick<LeaseHandle<never>, 'engine' | 'processId'>,
  at: number,
  leaseMs: number,
): RawBuilder<unknown> {
  if (engine === 'sqlite') return sql`lease_until <= ${at}`
  const longEnded = at - Math.max(0, longestLeaseMs - leaseMs)
  const living = sql`
    select objid::bigint from pg_locks
    where locktype = 'advisory' and granted and classid = ${processLockClass}
      and database = (select oid from pg_database where datname = current_database())`
  return sql`lease_until <= ${at} and (
    lease_until <= ${longEnded} or held_by is null or held_by = ${processId} or held_by not in (${living}))`
}

/**
 * Leases on the due rows of one table. Two leases of one process with equal duration never end in the same millisecond,
 * so the end identifies a claim. A failed claim may have succeeded with only its answer lost: the next claim first
 * releases what it leased.
 */
export function createLeases<Tables, Table extends keyof Tables & string>(
  handle: LeaseHandle<Tables>,
  { table, key: keyName = 'id', now }: DueRows<Table>,
) {
  const { db, engine, processId } = handle
  const key = sql.ref(keyName)
  const lastEnds = new Map<number, number>()
  const unconfirmedClaims = new Set<number>()

  function nextEnd(at: number, leaseMs: number): number {
    const until = Math.max(at + leaseMs, (lastEnds.get(leaseMs) ?? 0) + 1)
    lastEnds.set(leaseMs, until)
    return until
  }

  async function release(until: number): Promise<void> {
    await sql`
      update ${sql.table(table)} set lease_until = 0
      where next_check_at is not null and held_by = ${processId} and lease_until = ${until}`.execute(db)
    unconfirmedClaims.delete(until)
  }

  async function rowsOf(names: readonly string[]): Promise<Selectable<Tables[Table]>[]> {
    if (names.length === 0) return []
    const { rows } = await sql<Selectable<Tables[Table]>>`
      select * from ${sql.table(table)} where ${key} in (${sql.join(names)})`.execute(db)
    return rows
  }

  return {
    /** Leases due rows to this process. `read` is part of the claim: when it fails, the rows are released. */
    async claimDue<Work>(
      { limit, leaseMs }: Claim,
      read: (rows: Selectable<Tables[Table]>[]) => Work | Promise<Work>,
      which: RawBuilder<unknown> = sql`true`,
    ): Promise<Work> {
      for (const until of unconfirmedClaims) await release(until)
      const at = now()
      const until = nextEnd(at, leaseMs)
      const due = sql`
        select ${key} from ${sql.table(table)}
        where ${which} and next_check_at <= ${at} and ${isFreeAt(handle, at, leaseMs)}
        order by next_check_at limit ${limit} ${skipLocked[engine]}`
      try {
        // Only the names of the rows are claimed here: most claims find none, and such a statement is planned once.
        const claimed = await sql<{ readonly name: string }>`
          update ${sql.table(table)} set lease_until = ${until}, held_by = ${processId}
          where ${key} in (${due}) returning ${key} as name`.execute(db)
        return await read(await rowsOf(claimed.rows.map(({ name }) => name)))
      } catch (error) {
        unconfirmedClaims.add(until)
        throw error
      }
    },

    /** The end of a lease that another statement takes, together with its own change of the row. */
    endOf: (leaseMs: number) => nextEnd(now(), leaseMs),

    /** Notes that the statement that takes the lease failed, and may have taken it nevertheless. */
    async mayHold(until: number): Promise<void> {
      unconfirmedClaims.add(until)
    },

    /** Makes the row due again soon, not only when its lease ends, because this process failed on it. */
    async retrySoon(id: string): Promise<void> {
      const soon = now() + retryAfterMs
      await sql`
        update ${sql.table(table)} set lease_until = ${soon}, held_by = null
        where ${key} = ${id} and held_by = ${processId} and lease_until > ${soon}`.execute(db)
    },
  }
}
