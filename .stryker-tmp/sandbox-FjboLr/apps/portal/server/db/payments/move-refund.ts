// @ts-nocheck
import type { RefundState } from '@nyanja/domain/refund-state'
import type { Transaction, Updateable } from 'kysely'
import type { Refund } from '../../payments/attempt.ts'
import type { Database } from '../schema.ts'
import { recordEvent } from './events.ts'
import type { RefundTable } from './tables.ts'

export interface RefundMove {
  readonly to: RefundState
  readonly at: number
  readonly detail?: string
  readonly columns: Updateable<RefundTable>
}

/** One compare-and-set on the state and the try that the caller saw, and its event. */
export async function moveRefund(
  tx: Transaction<Database>,
  { attemptId, state, tries }: Pick<Refund, 'attemptId' | 'state' | 'tries'>,
  { columns, ...move }: RefundMove,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ ...columns, state: move.to })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', state)
    .where('tries', '=', tries)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await recordEvent(tx, { attemptId, leg: 'refund', from: state, ...move })
  return true
}
