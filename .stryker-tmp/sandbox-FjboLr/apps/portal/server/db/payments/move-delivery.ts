// @ts-nocheck
import type { DeliveryState } from '@nyanja/domain/delivery-state'
import type { Transaction, Updateable } from 'kysely'
import type { Delivery } from '../../payments/attempt.ts'
import type { Database } from '../schema.ts'
import { recordEvent } from './events.ts'
import type { DeliveryTable } from './tables.ts'

export interface DeliveryMove {
  readonly to: DeliveryState
  readonly at: number
  readonly detail?: string
  readonly columns: Updateable<DeliveryTable>
}

/** One compare-and-set on the state and the sending that the caller saw, and its event. */
export async function moveDelivery(
  tx: Transaction<Database>,
  { attemptId, state, sends }: Pick<Delivery, 'attemptId' | 'state' | 'sends'>,
  { columns, ...move }: DeliveryMove,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set({ ...columns, state: move.to })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', state)
    .where('sends', '=', sends)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await recordEvent(tx, { attemptId, leg: 'delivery', from: state, ...move })
  return true
}
