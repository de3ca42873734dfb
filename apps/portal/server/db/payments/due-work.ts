import { sql } from 'kysely'
import type { DueWork } from '../../payments/due-work.ts'
import { createLeases } from '../leases.ts'
import type { OpenDatabase } from '../open.ts'
import { skipLocked } from '../skip-locked.ts'
import { attemptFrom, deliveryFrom, refundFrom } from './rows.ts'

type Handle = Pick<OpenDatabase, 'db' | 'engine' | 'self'>

/** Long enough that a bug which strikes the same row each time is heard of a few times a minute, not all the time. */
const againAfterMs = 5_000

const rowsOf = {
  attempt: { table: 'attempts', id: 'id' },
  delivery: { table: 'deliveries', id: 'attempt_id' },
  refund: { table: 'refunds', id: 'attempt_id' },
} as const

export function createDueWork({ db, engine, self }: Handle, now: () => number): DueWork {
  const leaseAttempts = createLeases({ db, engine, self }, { table: 'attempts', now })
  const leaseDeliveries = createLeases({ db, engine, self }, { table: 'deliveries', now })
  const leaseRefunds = createLeases({ db, engine, self }, { table: 'refunds', now })

  return {
    attempts: (gateway, { limit, leaseMs }) =>
      leaseAttempts(leaseMs, async ({ at, until, isFree }) => {
        const due = sql<string>`(select id from attempts where gateway = ${gateway} and next_check_at <= ${at} and ${isFree} order by next_check_at limit ${limit} ${skipLocked[engine]})`
        const rows = await db
          .updateTable('attempts')
          .set({ lease_until: until, held_by: self })
          .where('id', 'in', due)
          .returningAll()
          .execute()
        return rows.map(attemptFrom)
      }),

    deliveries: ({ limit, leaseMs }) =>
      leaseDeliveries(leaseMs, async ({ at, until, isFree }) => {
        const due = sql<string>`(select attempt_id from deliveries where next_check_at <= ${at} and ${isFree} order by next_check_at limit ${limit} ${skipLocked[engine]})`
        const rows = await db
          .updateTable('deliveries')
          .set({ lease_until: until, held_by: self })
          .where('attempt_id', 'in', due)
          .returningAll()
          .returning(sql<string>`(select reference from attempts where id = attempt_id)`.as('reference'))
          .execute()
        return rows.map((row) => deliveryFrom(row, row.reference))
      }),

    refunds: (gateway, { limit, leaseMs }) =>
      leaseRefunds(leaseMs, async ({ at, until, isFree }) => {
        const due = sql<string>`(select attempt_id from refunds where gateway = ${gateway} and next_check_at <= ${at} and ${isFree} order by next_check_at limit ${limit} ${skipLocked[engine]})`
        const rows = await db
          .updateTable('refunds')
          .set({ lease_until: until, held_by: self })
          .where('attempt_id', 'in', due)
          .returningAll()
          .execute()
        if (rows.length === 0) return []
        const ids = rows.map((row) => row.attempt_id)
        const attempts = await db.selectFrom('attempts').selectAll().where('id', 'in', ids).execute()
        return attempts.flatMap((attempt) => {
          const refund = rows.find((row) => row.attempt_id === attempt.id)
          return refund === undefined ? [] : [{ attempt: attemptFrom(attempt), refund: refundFrom(refund) }]
        })
      }),

    async again(kind, attemptId) {
      const { table, id } = rowsOf[kind]
      const soon = now() + againAfterMs
      await sql`
        update ${sql.table(table)} set lease_until = ${soon}, held_by = null
        where ${sql.ref(id)} = ${attemptId} and held_by = ${self} and lease_until > ${soon}`.execute(db)
    },
  }
}
