import { type Change, changeGuarded, changeTogether, one } from '@nyanja/database/change-together'
import type {
  AttemptState,
  DeliveryState,
  PaymentComponent,
  RefundState,
  TakebackState,
} from '@nyanja/domain/payments/payment-states'
import {
  type Insertable,
  type Kysely,
  type OperationNodeSource,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
  type UpdateObject,
} from 'kysely'
import { lastCall, noteCall } from '../../common/system-calls.ts'
import type { Attempt, Delivery, Refund } from '../../payments/attempt.ts'
import type { Database, Insertion } from '../schema.ts'
import type { EventTable } from './tables.ts'

export interface ComponentEvent {
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
  /** The rows that are added with the move, if it happens. */
  readonly causes?: readonly Insertion[]
  /** The events of components that begin with the move. They follow its own. */
  readonly begun?: readonly ComponentEvent[]
}

/** States that are stored before a call, and not because of an answer. */
const intentions: ReadonlySet<string> = new Set(['created', 'handing_over', 'sending', 'requesting'])

/** Writes the last call for `call_json` and `last_call_json`. */
export function lastCallText(): string | null {
  const call = lastCall()
  return call === undefined ? null : JSON.stringify(call)
}

/** The foreign key to `legal_moves` refuses a move that is not in the domain's tables. */
export function eventRow(event: ComponentEvent): Insertable<EventTable> {
  const isIntention = event.from === 'none' || intentions.has(event.to)
  // Earlier calls only prepare the one that follows.
  if (intentions.has(event.to)) noteCall(undefined)
  return {
    attempt_id: event.attemptId,
    component: event.component,
    from_state: event.from,
    to_state: event.to,
    at: event.at,
    detail: event.detail ?? null,
    call_json: isIntention ? null : lastCallText(),
  }
}

export async function recordEvent(tx: Transaction<Database>, event: ComponentEvent): Promise<void> {
  await tx.insertInto('events').values(eventRow(event)).execute()
}

/** Where a move is all that a transaction would do, the handle is the database. */
type Handle = Kysely<Database>

interface Consequences {
  readonly guard?: AttemptMove['guard']
  readonly causes?: readonly Insertion[]
  readonly begun?: readonly ComponentEvent[]
}

/** Moves the state together with its event and its causes. */
function moveState(
  db: Handle,
  change: Change<Database>,
  { guard, causes = [], begun = [], ...event }: ComponentEvent & Consequences,
): Promise<boolean> {
  // The events are one insert, whose rows are numbered in order.
  const all = [{ into: 'events', rows: [event, ...begun].map(eventRow) } as const, ...causes]
  return guard === undefined ? changeTogether(db, change, all) : changeGuarded(db, guard, { change, causes: all })
}

export interface AttemptMove extends Move<AttemptState, 'attempts'> {
  /** A compare-and-set of another row, without which nothing is moved. */
  readonly guard?: (db: Handle) => OperationNodeSource
  /** A further condition of the move. */
  readonly when?: RawBuilder<SqlBool>
}

/** Makes one compare-and-set, its event and its causes: false when the row has changed since the caller read it. */
export function moveAttempt(
  db: Handle,
  { id, state }: Pick<Attempt, 'id' | 'state'>,
  { columns, guard, when = sql`true`, ...move }: AttemptMove,
): Promise<boolean> {
  const update = (handle: Handle, guarded: RawBuilder<SqlBool>) =>
    handle
      .updateTable('attempts')
      .set({ ...columns, state: move.to, lease_until: 0 })
      .where('id', '=', id)
      .where('state', '=', state)
      .where(guarded)
      .where(when)
      .returning(one)
  return moveState(db, update, { attemptId: id, component: 'money', from: state, guard, ...move })
}

type Sent = 'deliveries' | 'credits'
const componentOf = { deliveries: 'delivery', credits: 'credit' } as const satisfies Record<Sent, PaymentComponent>

/** Makes a move that also compares the send count that the caller read. */
const createSentMove =
  (table: Sent) =>
  (
    db: Handle,
    { attemptId, state, sends }: Pick<Delivery, 'attemptId' | 'state' | 'sends'>,
    { columns, ...move }: Move<DeliveryState, Sent>,
  ): Promise<boolean> => {
    const update = (handle: Handle) =>
      handle
        .updateTable(table)
        .set({ ...columns, state: move.to })
        .where('attempt_id', '=', attemptId)
        .where('state', '=', state)
        .where('sends', '=', sends)
        .returning(one)
    return moveState(db, update, { attemptId, component: componentOf[table], from: state, ...move })
  }

export const moveDelivery = createSentMove('deliveries')
export const moveCredit = createSentMove('credits')

interface TakebackMove extends Move<TakebackState, 'takebacks'> {
  readonly attemptId: string
  readonly from: TakebackState
  /** The send count that the caller read. */
  readonly sends?: number
}

export function moveTakeback(db: Handle, { columns, sends, ...move }: TakebackMove): Promise<boolean> {
  const update = (handle: Handle) =>
    handle
      .updateTable('takebacks')
      .set({ ...columns, state: move.to })
      .where('attempt_id', '=', move.attemptId)
      .where('state', '=', move.from)
      .$if(sends !== undefined, (updated) => updated.where('sends', '=', sends ?? 0))
      .returning(one)
  return moveState(db, update, { component: 'takeback', ...move })
}

/** Moves the refund, and also compares the try count that the caller read. */
export function moveRefund(
  db: Handle,
  { attemptId, state, tries }: Pick<Refund, 'attemptId' | 'state' | 'tries'>,
  { columns, ...move }: Move<RefundState, 'refunds'>,
): Promise<boolean> {
  const update = (handle: Handle) =>
    handle
      .updateTable('refunds')
      .set({ ...columns, state: move.to })
      .where('attempt_id', '=', attemptId)
      .where('state', '=', state)
      .where('tries', '=', tries)
      .returning(one)
  return moveState(db, update, { attemptId, component: 'refund', from: state, ...move })
}
