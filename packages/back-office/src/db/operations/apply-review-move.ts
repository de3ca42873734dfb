import type { ReviewMove } from '@nyanja/domain/payments/review-resolutions'
import { nextCheck } from '@nyanja/server/db/payments/due-work'
import { moveAttempt, moveDelivery, moveRefund } from '@nyanja/server/db/payments/move-state'
import type { Database } from '@nyanja/server/db/schema'
import type { Attempt } from '@nyanja/server/payments/attempt'
import type { Transaction } from 'kysely'

export interface Mover {
  readonly attempt: Attempt
  readonly at: number
  /** The reason in the event. */
  readonly detail: string
}

type MoveOf<Component> = Extract<ReviewMove, { readonly component: Component }>

const over = { next_check_at: null, lease_until: 0 } as const

/**
 * Makes one compare-and-set with its event, on a component that no worker has leased: a worker's call to a provider or
 * the BSS could take effect after the operator's move. False when the component is leased or has changed.
 */
export async function applyReviewMove(tx: Transaction<Database>, move: ReviewMove, mover: Mover): Promise<boolean> {
  if (move.component === 'money') return moveMoneyByStaff(tx, move, mover)
  return move.component === 'delivery' ? moveDeliveryByStaff(tx, move, mover) : moveRefundByStaff(tx, move, mover)
}

async function moveMoneyByStaff(
  tx: Transaction<Database>,
  { from, to }: MoveOf<'money'>,
  { attempt, at, detail }: Mover,
) {
  const held = await tx
    .updateTable('attempts')
    .set({ lease_until: at })
    .where('id', '=', attempt.id)
    .where('state', '=', from)
    .where('lease_until', '<=', at)
    .executeTakeFirstOrThrow()
  if (held.numUpdatedRows === 0n) return false
  const isUnpaid = to === 'expired'
  // The provider may have sent a callback just before: the payment is checked once more to find late money.
  const next_check_at = isUnpaid ? at : nextCheck(attempt, undefined)
  const columns = { decided_at: at, next_check_at, refusal: isUnpaid ? to : null }
  return moveAttempt(tx, { ...attempt, state: from }, { to, at, detail, columns })
}

async function moveDeliveryByStaff(
  tx: Transaction<Database>,
  { from, to }: MoveOf<'delivery'>,
  { attempt, at, detail }: Mover,
): Promise<boolean> {
  const held = await tx
    .updateTable('deliveries')
    .set({ lease_until: at })
    .where('attempt_id', '=', attempt.id)
    .where('state', '=', from)
    .where('lease_until', '<=', at)
    .where((row) => (to === 'impossible' ? row('sent_at', 'is', null) : row.lit(true)))
    .returning('sends')
    .executeTakeFirst()
  if (held === undefined) return false
  const columns = { ...over, decided_at: at, reason: to === 'impossible' ? detail : null }
  return moveDelivery(tx, { attemptId: attempt.id, state: from, ...held }, { to, at, detail, columns })
}

/**
 * Has goods that may have reached the BSS refunded by a worker, once the BSS has answered that it has no record of
 * them. False when a worker is processing the delivery, or it has changed.
 */
export async function wantRefund(tx: Transaction<Database>, attemptId: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    // The look-ups begin anew: the first one also cancels the order, and the pauses are short again.
    .set({ refund_wanted_at: at, next_check_at: at, reads: 0 })
    .where('attempt_id', '=', attemptId)
    .where('state', 'in', ['due', 'sending'])
    .where('sent_at', 'is not', null)
    .where('refund_wanted_at', 'is', null)
    .where('lease_until', '<=', at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function moveRefundByStaff(
  tx: Transaction<Database>,
  { from, to }: MoveOf<'refund'>,
  { attempt, at, detail }: Mover,
): Promise<boolean> {
  const held = await tx
    .updateTable('refunds')
    .set({ lease_until: at })
    .where('attempt_id', '=', attempt.id)
    .where('state', '=', from)
    .where('lease_until', '<=', at)
    .returning('tries')
    .executeTakeFirst()
  if (held === undefined) return false
  const columns = { ...over, decided_at: at }
  return moveRefund(tx, { attemptId: attempt.id, state: from, ...held }, { to, at, detail, columns })
}
