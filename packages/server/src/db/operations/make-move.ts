import type { ReviewMove } from '@nyanja/domain/payments/review-resolutions'
import { minute } from '@nyanja/domain/time'
import type { Transaction } from 'kysely'
import type { Attempt } from '../../payments/attempt.ts'
import { nextCheck } from '../payments/due-work.ts'
import { moveAttempt, moveDelivery, moveRefund } from '../payments/move-state.ts'
import type { Database } from '../schema.ts'

export interface Mover {
  readonly attempt: Attempt
  readonly at: number
  /** Of the event. */
  readonly detail: string
}

type MoveOf<Component> = Extract<ReviewMove, { readonly component: Component }>

/** What was sent to the BSS may still be on its way, or not be found there yet: so long nobody can say that it is lost. */
const arrivesWithinMs = 2 * minute

const over = { next_check_at: null, lease_until: 0 } as const

/**
 * One compare-and-set with its event, on a component that no worker holds just now: what a worker has asked of a provider or
 * of the BSS would come true after the person's move. False when the component is held, or elsewhere by now.
 */
export async function makeMove(tx: Transaction<Database>, move: ReviewMove, mover: Mover): Promise<boolean> {
  if (move.component === 'money') return checkMoney(tx, move, mover)
  return move.component === 'delivery' ? checkDelivery(tx, move, mover) : checkRefund(tx, move, mover)
}

async function checkMoney(tx: Transaction<Database>, { from, to }: MoveOf<'money'>, { attempt, at, detail }: Mover) {
  const held = await tx
    .updateTable('attempts')
    .set({ lease_until: at })
    .where('id', '=', attempt.id)
    .where('state', '=', from)
    .where('lease_until', '<=', at)
    .executeTakeFirstOrThrow()
  if (held.numUpdatedRows === 0n) return false
  const isUnpaid = to === 'expired'
  // A message of the provider may have come just before: it is asked once more, and its late money is found.
  const next_check_at = isUnpaid ? at : nextCheck(attempt, undefined)
  const columns = { decided_at: at, next_check_at, refusal: isUnpaid ? to : null }
  return moveAttempt(tx, { ...attempt, state: from }, { to, at, detail, columns })
}

async function checkDelivery(
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
    .where((row) => row.or([row('sent_at', 'is', null), row('sent_at', '<=', at - arrivesWithinMs)]))
    .returning('sends')
    .executeTakeFirst()
  if (held === undefined) return false
  const columns = { ...over, decided_at: at, reason: to === 'impossible' ? detail : null }
  return moveDelivery(tx, { attemptId: attempt.id, state: from, ...held }, { to, at, detail, columns })
}

async function checkRefund(
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
