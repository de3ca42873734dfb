import { isLeadUndeliverable } from '@nyanja/domain/leads/lead-states'
import { undeliverableReason } from '@nyanja/domain/payments/review-resolutions'
import type { Transaction } from 'kysely'
import type { Database } from '../schema.ts'

/** Holds the lead where it is until the transaction ends, so that it does not end meanwhile. */
export async function isUndeliverable(tx: Transaction<Database>, leadReference: string | null): Promise<boolean> {
  if (leadReference === null) return false
  const lead = await tx
    .updateTable('leads')
    .set((row) => ({ moves: row.ref('moves') }))
    .where('reference', '=', leadReference)
    .returning('stage')
    .executeTakeFirst()
  return lead !== undefined && isLeadUndeliverable(lead.stage)
}

export async function reviewUndeliverable(tx: Transaction<Database>, attemptId: string, at: number): Promise<void> {
  await tx
    .insertInto('reviews')
    .values({ attempt_id: attemptId, reason: undeliverableReason, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** In the transaction that ends the lead. What is still on its way to the BSS is looked at when it has arrived. */
export async function reviewPaymentOf(
  tx: Transaction<Database>,
  leadReference: string,
  at: number,
): Promise<'paid' | 'unpaid'> {
  const kept = await tx
    .selectFrom('deliveries')
    .leftJoin('refunds', 'refunds.attempt_id', 'deliveries.attempt_id')
    .select('deliveries.attempt_id as attemptId')
    .where('deliveries.lead_reference', '=', leadReference)
    .where('deliveries.state', '=', 'delivered')
    .where('refunds.attempt_id', 'is', null)
    .executeTakeFirst()
  if (kept === undefined) return 'unpaid'
  await reviewUndeliverable(tx, kept.attemptId, at)
  return 'paid'
}
