import { changeAndRead, one } from '@nyanja/database/change-together'
import { transaction } from '@nyanja/database/transaction'
import type { AttemptState } from '@nyanja/domain/payments/payment-states'
import { type Kysely, type Selectable, sql } from 'kysely'
import {
  type CallbackHint,
  capturableStates,
  capturedStates,
  type NotedCallback,
  type Payment,
  type PaymentReader,
} from '../../payments/attempt.ts'
import type { PaymentSearchStore } from '../../payments/payment-search.ts'
import type { Database, OpenDatabase } from '../schema.ts'
import { unansweredPrompts } from './attempt-store.ts'
import { isHeldElsewhere } from './bill-payments.ts'
import {
  attemptColumns,
  canBeStored,
  creditColumns,
  creditFrom,
  deliveryColumns,
  deliveryFrom,
  refundColumns,
  refundFrom,
  toAttempt,
} from './rows.ts'
import type { AttemptTable } from './tables.ts'

const paidStates: ReadonlySet<AttemptState> = new Set(['captured', 'captured_late', 'reversed'])

export function createPaymentReader({ db, processId }: Pick<OpenDatabase, 'db' | 'processId'>): PaymentReader {
  async function componentsOf(attempts: readonly Payment['attempt'][]): Promise<Payment[]> {
    // The other components begin with the capture, so most reads need only the attempt's own row.
    const ids = attempts.filter(({ state }) => paidStates.has(state)).map(({ id }) => id)
    if (ids.length === 0) return attempts.map((attempt) => ({ attempt }))
    const [deliveries, refunds, credits, takebacks] = await Promise.all([
      db.selectFrom('deliveries').select(deliveryColumns).where('attempt_id', 'in', ids).execute(),
      db.selectFrom('refunds').select(refundColumns).where('attempt_id', 'in', ids).execute(),
      db.selectFrom('credits').select(creditColumns).where('attempt_id', 'in', ids).execute(),
      db.selectFrom('takebacks').select(creditColumns).where('attempt_id', 'in', ids).execute(),
    ])
    return attempts.map((attempt) => {
      const delivery = deliveries.find((row) => row.attempt_id === attempt.id)
      const refund = refunds.find((row) => row.attempt_id === attempt.id)
      const credit = credits.find((row) => row.attempt_id === attempt.id)
      const takeback = takebacks.find((row) => row.attempt_id === attempt.id)
      return {
        attempt,
        ...(delivery === undefined ? {} : { delivery: deliveryFrom(delivery, attempt.reference) }),
        ...(refund === undefined ? {} : { refund: refundFrom(refund, attempt) }),
        ...(credit === undefined ? {} : { credit: creditFrom(credit) }),
        ...(takeback === undefined ? {} : { takeback: creditFrom(takeback) }),
      }
    })
  }

  return {
    async payment(attemptId) {
      if (!canBeStored(attemptId)) return undefined
      const row = await db.selectFrom('attempts').select(attemptColumns).where('id', '=', attemptId).executeTakeFirst()
      if (row === undefined) return undefined
      const [payment] = await componentsOf([toAttempt(row)])
      return payment
    },

    async paymentsOf(orderId) {
      const rows = await db
        .selectFrom('attempts')
        .select(attemptColumns)
        .where('order_id', '=', orderId)
        .orderBy('created_at')
        .execute()
      return componentsOf(rows.map(toAttempt))
    },

    async checkSoon(attemptId, at) {
      await db
        .updateTable('attempts')
        .set({ next_check_at: at })
        .where('id', '=', attemptId)
        .where((where) => where.or([where('next_check_at', 'is', null), where('next_check_at', '>', at)]))
        .execute()
    },

    async noteReturn({ attemptId, at, checkAt }) {
      await transaction(db, async (tx) => {
        await tx
          .updateTable('attempts')
          .set({ returned_at: at })
          .where('id', '=', attemptId)
          .where('returned_at', 'is', null)
          .execute()
        await scheduleCheck(tx, attemptId, checkAt).execute()
      })
    },

    noteCallback: (callback, until) =>
      noteCallback(db, callback, until === undefined ? undefined : { until, heldBy: processId }),
    unansweredPrompts: (payerMsisdn, since) => unansweredPrompts(db, payerMsisdn, since),
    isHeldElsewhere: (hold) => isHeldElsewhere(db, hold),
  }
}

interface NewLease {
  readonly until: number
  readonly heldBy: number
}

async function noteCallback(
  db: Kysely<Database>,
  { bodyHash, gateway, attemptId, at, checkAt }: CallbackHint,
  lease?: NewLease,
): Promise<NotedCallback> {
  const row = { body_hash: bodyHash, gateway, reference: attemptId, at }
  const [asked] = await changeAndRead<Selectable<AttemptTable>, Database>(
    db,
    (handle) =>
      handle
        .insertInto('callbacks')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning(one),
    [
      (handle, when) => {
        const ask = scheduleCheck(handle, attemptId, checkAt).where(when)
        return (lease === undefined || checkAt > at ? ask : takeIfFree(ask, lease)).returning(attemptColumns)
      },
    ],
  )
  if (asked === undefined) return { outcome: 'repeated' }
  const isLeased = lease !== undefined && asked.lease_until === lease.until && asked.held_by === lease.heldBy
  return { outcome: 'noted', ...(isLeased && { leased: toAttempt(asked) }) }
}

/** The hint is stored also while a worker is checking: its answer may be older than the hint. */
function scheduleCheck(db: Kysely<Database>, attemptId: string, checkAt: number) {
  return db
    .updateTable('attempts')
    .set((set) => ({ hints: set('hints', '+', 1), next_check_at: checkAt }))
    .where('id', '=', attemptId)
    .where('state', 'in', [...capturableStates, ...capturedStates])
}

function takeIfFree(update: ReturnType<typeof scheduleCheck>, { until, heldBy }: NewLease) {
  const ifFree = (value: number, column: 'lease_until' | 'held_by') =>
    sql<number>`case when lease_until = 0 then ${value} else ${sql.ref(column)} end`
  return update.set({ lease_until: ifFree(until, 'lease_until'), held_by: ifFree(heldBy, 'held_by') })
}

/** Lists the ids whose money was captured, regardless of the later outcome. */
export async function listApproved(db: Kysely<Database>, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('attempts')
    .select('id')
    .where('id', 'in', [...ids])
    .where('state', 'in', [...paidStates])
    .execute()
  return rows.map(({ id }) => id)
}

/** The mail has the link alone: only the page itself shows what was paid. */
const kind = 'paymentLink'

export function createPaymentSearchStore(db: Kysely<Database>, now: () => number): PaymentSearchStore {
  return {
    async byReference(reference) {
      if (!canBeStored(reference)) return undefined
      const row = await db
        .selectFrom('attempts')
        .innerJoin('orders', 'orders.id', 'attempts.order_id')
        .select(['attempts.id', 'payer_msisdn', 'msisdn', 'attempts.email'])
        .where('reference', '=', reference)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { id, payer_msisdn, msisdn, email } = row
      const msisdns = [payer_msisdn, msisdn].filter((number) => number !== '')
      return { id, msisdns, ...(email !== null && { email }) }
    },

    async mailLink(attemptId, { language, since }) {
      const at = now()
      // Each mail has a new message id, or mailboxes would treat it as the earlier mail.
      const mail = { id: `${attemptId}-${kind}-${at}`, language, created_at: at, next_check_at: at } as const
      await db
        .insertInto('mails')
        .values({ ...mail, attempt_id: attemptId, kind, params_json: '{}', state: 'due' })
        .onConflict((conflict) =>
          conflict
            .columns(['attempt_id', 'kind'])
            .doUpdateSet({ ...mail, state: 'due', tries: 0, lease_until: 0 })
            .where('mails.created_at', '<=', since),
        )
        .execute()
    },
  }
}
