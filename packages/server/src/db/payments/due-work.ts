import { createLeases } from '@nyanja/database/leases'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Attempt } from '../../payments/attempt.ts'
import type { DueWork } from '../../payments/due-work.ts'
import type { Database, LeaseHandle } from '../schema.ts'
import { toCreditDelivery } from './credit-store.ts'
import { deliveryFrom, refundFrom, toAttempt } from './rows.ts'
import { toTakeback } from './takeback-store.ts'

export function createDueWork(handle: LeaseHandle, now: () => number): DueWork {
  const leases = {
    attempt: createLeases(handle, { table: 'attempts', now }),
    delivery: createLeases(handle, { table: 'deliveries', key: 'attempt_id', now }),
    refund: createLeases(handle, { table: 'refunds', key: 'attempt_id', now }),
    credit: createLeases(handle, { table: 'credits', key: 'attempt_id', now }),
    takeback: createLeases(handle, { table: 'takebacks', key: 'attempt_id', now }),
  }

  async function listAttempts(rows: readonly { readonly attempt_id: string }[]) {
    if (rows.length === 0) return []
    const ids = rows.map(({ attempt_id }) => attempt_id)
    return handle.db.selectFrom('attempts').selectAll().where('id', 'in', ids).execute()
  }

  /** Joins each row with the line of its order. */
  async function withLines<Row extends { readonly attempt_id: string }>(rows: readonly Row[]) {
    if (rows.length === 0) return []
    const ids = rows.map(({ attempt_id }) => attempt_id)
    const lines = await handle.db
      .selectFrom('attempts')
      .innerJoin('orders', 'orders.id', 'attempts.order_id')
      .select(['attempts.id', 'attempts.reference', 'orders.msisdn'])
      .where('attempts.id', 'in', ids)
      .execute()
    return rows.flatMap((row) => {
      const line = lines.find(({ id }) => id === row.attempt_id)
      return line === undefined ? [] : [{ row, line }]
    })
  }

  return {
    attempts: (gateway, claim) =>
      leases.attempt.claimDue(claim, (rows) => rows.map(toAttempt), sql`gateway = ${gateway}`),

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
            if (refund === undefined) return []
            const refunded = toAttempt(attempt)
            return [{ attempt: refunded, refund: refundFrom(refund, refunded) }]
          }),
        sql`gateway = ${gateway}`,
      ),

    credits: (claim) =>
      leases.credit.claimDue(claim, async (rows) =>
        (await withLines(rows)).map(({ row, line }) => toCreditDelivery(row, line)),
      ),

    takebacks: (claim) =>
      leases.takeback.claimDue(claim, async (rows) =>
        (await withLines(rows)).map(({ row, line }) => toTakeback(row, { ...line, at: now() })),
      ),

    retry: (kind, attemptId) => leases[kind].retrySoon(attemptId),
    leaseUntil: async (kind, leaseMs) => leases[kind].endOf(leaseMs),
    mayHold: (kind, until) => leases[kind].mayHold(until),
  }
}

export const dueTables = {
  check: 'attempts',
  deliver: 'deliveries',
  refund: 'refunds',
  credit: 'credits',
  takeback: 'takebacks',
  message: 'messages',
  mail: 'mails',
  submission: 'submissions',
} as const

/** Matches the partial indexes of due rows; otherwise all payments would be read. */
export function firstDue(db: Kysely<Database>, table: (typeof dueTables)[keyof typeof dueTables]) {
  return db
    .selectFrom(table)
    .select((select) => select.fn.min('next_check_at').as('at'))
    .where('next_check_at', 'is not', null)
}

/**
 * Finds orders for home internet that the BSS does not have. Retries become rarer with time, so the age counts from
 * when they entered this state.
 */
export function firstToSubmit(db: Kysely<Database>) {
  return db
    .selectFrom('leads')
    .select((select) => select.fn.min('stage_at').as('at'))
    .where('submission', 'in', ['due', 'submitting'])
    .where('next_check_at', 'is not', null)
}

/**
 * Returns when the oldest work of each kind became or becomes due, in epoch milliseconds; undefined when there is none.
 */
export async function oldestDue(
  db: Kysely<Database>,
): Promise<readonly { readonly kind: string; readonly at: number | undefined }[]> {
  const kinds = Object.entries(dueTables).map(([kind, table]) => ({ kind, first: firstDue(db, table) }))
  return Promise.all(
    [...kinds, { kind: 'submit_lead', first: firstToSubmit(db) }].map(async ({ kind, first }) => {
      const row = await first.executeTakeFirst()
      return { kind, at: row?.at ?? undefined }
    }),
  )
}

/** A hint that arrived after the attempt was read is kept: its time stays. */
export function nextCheck({ hints = 0 }: Attempt, at: number | undefined): RawBuilder<number | null> {
  return sql<number | null>`case when hints = ${hints} then ${at ?? null} else next_check_at end`
}
