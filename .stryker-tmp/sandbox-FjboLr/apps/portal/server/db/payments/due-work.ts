// @ts-nocheck
import { type Kysely, sql } from 'kysely'
import type { DueWork } from '../../payments/due-work.ts'
import type { Engine } from '../open.ts'
import type { Database } from '../schema.ts'
import { skipLocked } from '../skip-locked.ts'
import { attemptFrom, deliveryFrom, refundFrom } from './rows.ts'

export function createDueWork(db: Kysely<Database>, engine: Engine, now: () => number): DueWork {
  return {
    async attempts(gateway, { limit, leaseMs }) {
      const at = now()
      const due = sql<string>`(select id from attempts where gateway = ${gateway} and next_check_at <= ${at} and lease_until <= ${at} order by next_check_at limit ${limit} ${skipLocked[engine]})`
      const rows = await db
        .updateTable('attempts')
        .set({ lease_until: at + leaseMs })
        .where('id', 'in', due)
        .returningAll()
        .execute()
      return rows.map(attemptFrom)
    },

    async deliveries({ limit, leaseMs }) {
      const at = now()
      const due = sql<string>`(select attempt_id from deliveries where next_check_at <= ${at} and lease_until <= ${at} order by next_check_at limit ${limit} ${skipLocked[engine]})`
      const rows = await db
        .updateTable('deliveries')
        .set({ lease_until: at + leaseMs })
        .where('attempt_id', 'in', due)
        .returningAll()
        .execute()
      return rows.map(deliveryFrom)
    },

    async refunds(gateway, { limit, leaseMs }) {
      const at = now()
      const due = sql<string>`(select attempt_id from refunds where gateway = ${gateway} and next_check_at <= ${at} and lease_until <= ${at} order by next_check_at limit ${limit} ${skipLocked[engine]})`
      const rows = await db
        .updateTable('refunds')
        .set({ lease_until: at + leaseMs })
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
    },
  }
}
