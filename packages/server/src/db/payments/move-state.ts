import type { AttemptState, DeliveryState, PaymentComponent, RefundState } from '@nyanja/domain/payments/payment-states'
import type { Transaction, UpdateObject, UpdateResult } from 'kysely'
import { lastCall, noteCall } from '../../common/system-calls.ts'
import type { Attempt, Delivery, Refund } from '../../payments/attempt.ts'
import type { Database } from '../schema.ts'

interface ComponentEvent {
  readonly attemptId: string
  readonly component: PaymentComponent
  readonly from: string
  readonly to: string
  readonly at: number
  readonly detail?: string
}

interface Move<State, Table extends keyof Database> {
  readonly to: State
  readonly at: number
  readonly detail?: string
  readonly columns?: UpdateObject<Database, Table>
}

/** States that are stored before a call, and not because of an answer. */
const intentions: ReadonlySet<string> = new Set(['created', 'handing_over', 'sending', 'requesting'])

/** For `call_json` and `last_call_json`. */
export function lastCallText(): string | null {
  const call = lastCall()
  return call === undefined ? null : JSON.stringify(call)
}

/** The foreign key to `legal_moves` refuses a move that is not in the domain's tables. */
export async function recordEvent(tx: Transaction<Database>, event: ComponentEvent): Promise<void> {
  const isIntention = event.from === 'none' || intentions.has(event.to)
  // Earlier calls only prepare the one that follows.
  if (intentions.has(event.to)) noteCall(undefined)
  await tx
    .insertInto('events')
    .values({
      attempt_id: event.attemptId,
      component: event.component,
      from_state: event.from,
      to_state: event.to,
      at: event.at,
      detail: event.detail ?? null,
      call_json: isIntention ? null : lastCallText(),
    })
    .execute()
}

/** One compare-and-set, and its event. False when the row has changed since the caller read it. */
async function moveState(
  tx: Transaction<Database>,
  update: { executeTakeFirstOrThrow(): Promise<UpdateResult> },
  event: ComponentEvent,
): Promise<boolean> {
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await recordEvent(tx, event)
  return true
}

export function moveAttempt(
  tx: Transaction<Database>,
  { id, state }: Pick<Attempt, 'id' | 'state'>,
  { columns, ...move }: Move<AttemptState, 'attempts'>,
): Promise<boolean> {
  const update = tx
    .updateTable('attempts')
    .set({ ...columns, state: move.to, lease_until: 0 })
    .where('id', '=', id)
    .where('state', '=', state)
  return moveState(tx, update, { attemptId: id, component: 'money', from: state, ...move })
}

/** Also on the send count that the caller read. */
export function moveDelivery(
  tx: Transaction<Database>,
  { attemptId, state, sends }: Pick<Delivery, 'attemptId' | 'state' | 'sends'>,
  { columns, ...move }: Move<DeliveryState, 'deliveries'>,
): Promise<boolean> {
  const update = tx
    .updateTable('deliveries')
    .set({ ...columns, state: move.to })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', state)
    .where('sends', '=', sends)
  return moveState(tx, update, { attemptId, component: 'delivery', from: state, ...move })
}

/** Like `moveDelivery`. */
export function moveCredit(
  tx: Transaction<Database>,
  { attemptId, state, sends }: Pick<Delivery, 'attemptId' | 'state' | 'sends'>,
  { columns, ...move }: Move<DeliveryState, 'credits'>,
): Promise<boolean> {
  const update = tx
    .updateTable('credits')
    .set({ ...columns, state: move.to })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', state)
    .where('sends', '=', sends)
  return moveState(tx, update, { attemptId, component: 'credit', from: state, ...move })
}

/** Also on the try count that the caller read. */
export function moveRefund(
  tx: Transaction<Database>,
  { attemptId, state, tries }: Pick<Refund, 'attemptId' | 'state' | 'tries'>,
  { columns, ...move }: Move<RefundState, 'refunds'>,
): Promise<boolean> {
  const update = tx
    .updateTable('refunds')
    .set({ ...columns, state: move.to })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', state)
    .where('tries', '=', tries)
  return moveState(tx, update, { attemptId, component: 'refund', from: state, ...move })
}
