import { sql } from 'kysely'
import type { DueWork } from '../../payments/due-work.ts'
import { createLeases, type LeaseHandle } from '../leases.ts'
import { attemptFrom, deliveryFrom, refundFrom } from './rows.ts'

export function createDueWork(handle: LeaseHandle, now: () => number): DueWork {
  const leases = {
    attempt: createLeases(handle, { table: 'attempts', now }),
    delivery: createLeases(handle, { table: 'deliveries', now }),
    refund: createLeases(handle, { table: 'refunds', now }),
  }

  async function listAttempts(rows: readonly { readonly attempt_id: string }[]) {
    if (rows.length === 0) return []
    const ids = rows.map(({ attempt_id }) => attempt_id)
    return handle.db.selectFrom('attempts').selectAll().where('id', 'in', ids).execute()
  }

  return {
    attempts: (gateway, claim) =>
      leases.attempt.claimDue(claim, (rows) => rows.map(attemptFrom), sql`gateway = ${gateway}`),

    deliveries: (claim) =>
      leases.delivery.claimDue(claim, async (rows) => {
        const references = new Map((await listAttempts(rows)).map(({ id, reference }) => [id, reference]))
        return rows.flatMap((row) => {
          const reference = references.get(row.attempt_id)
          return reference === undefined ? [] : [deliveryFrom(row, reference)]
        })
      }),

    refunds: (gateway, claim) =>
      leases.refund.claimDue(
        claim,
        async (rows) =>
          (await listAttempts(rows)).flatMap((attempt) => {
            const refund = rows.find((row) => row.attempt_id === attempt.id)
            return refund === undefined ? [] : [{ attempt: attemptFrom(attempt), refund: refundFrom(refund) }]
          }),
        sql`gateway = ${gateway}`,
      ),

    again: (kind, attemptId) => leases[kind].retrySoon(attemptId),
  }
}
