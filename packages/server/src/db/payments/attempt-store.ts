import { type AttemptState, toCapturedState } from '@nyanja/domain/payments/payment-states'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Attempt, AttemptStore, Captured, HandingOver } from '../../payments/attempt.ts'
import type { PinEntries } from '../../payments/pin/pin-payments.ts'
import { changeTogether, type Insertion, insertAll, one } from '../change-together.ts'
import { matchesContact } from '../contact-match.ts'
import type { OpenDatabase } from '../open.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { beginComponent, readGoods } from './begin-components.ts'
import { attemptColumnsOf, begunRows, createdEvent } from './begun-rows.ts'
import { holdInvoices } from './bill-payments.ts'
import { nextCheck } from './due-work.ts'
import { moveAttempt } from './move-state.ts'
import { toAttempt } from './rows.ts'

/** Attempts on a wallet since `since` that sent a prompt to its handset without approval. */
export async function unansweredPrompts(db: Kysely<Database>, payerMsisdn: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('attempts')
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .where(matchesContact('number', 'payer_msisdn', payerMsisdn))
    .where('handed_over_at', '>', since)
    .where('checkout_type', '=', 'push')
    .where('state', 'in', ['handing_over', 'waiting', 'expired', 'refused'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

const liveStates = ['created', 'handing_over', 'waiting'] as const satisfies readonly AttemptState[]

/** The attempt that prevents another one: a live one, or the one that paid. */
async function blockingAttempt(tx: Transaction<Database>, orderId: string): Promise<Attempt | undefined> {
  const row = await tx
    .selectFrom('attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where((where) => where.or([where('state', 'in', liveStates), where('pays_order', '=', 1)]))
    .orderBy('pays_order', 'desc')
    .executeTakeFirst()
  return row === undefined ? undefined : toAttempt(row)
}

/** Serialised for each wallet, so that concurrent prompts count each other. */
async function isAskedTooOften(
  tx: Transaction<Database>,
  { payerMsisdn }: Attempt,
  { since, most, at }: HandingOver['prompts'] & { readonly at: number },
): Promise<boolean> {
  await tx
    .insertInto('prompted_wallets')
    .values({ payer_msisdn: payerMsisdn, prompted_at: at })
    .onConflict((conflict) => conflict.column('payer_msisdn').doUpdateSet({ prompted_at: at }))
    .execute()
  return (await unansweredPrompts(tx, payerMsisdn, since)) >= most
}

async function isTaken(
  tx: Transaction<Database>,
  { id, gateway }: Attempt,
  providerReference: string,
): Promise<boolean> {
  const other = await tx
    .selectFrom('attempts')
    .select('id')
    .where('gateway', '=', gateway)
    .where('provider_reference', '=', providerReference)
    .where('id', '!=', id)
    .executeTakeFirst()
  return other !== undefined
}

async function reverse(tx: Transaction<Database>, attempt: Attempt, at: number): Promise<boolean> {
  // After a refund in part the provider still says that the payment is captured.
  const ours = tx
    .selectFrom('refunds')
    .select('attempt_id')
    .where('attempt_id', '=', attempt.id)
    .where('amount_minor', 'is', null)
  if ((await ours.executeTakeFirst()) !== undefined) return false
  const review = { attempt_id: attempt.id, reason: 'reversed_by_provider', created_at: at }
  const causes: Insertion[] = [{ into: 'reviews', rows: [review], mayExist: true }]
  return moveAttempt(tx, attempt, { to: 'reversed', at, columns: { next_check_at: null }, causes })
}

export function createAttemptStore(
  { db, processId }: Pick<OpenDatabase, 'db' | 'processId'>,
  now: () => number,
): AttemptStore {
  return {
    ...createPinMarks(db, now),
    reverse: (attempt) => transaction(db, (tx) => reverse(tx, attempt, now())),

    async begin(attempt) {
      return transaction(db, async (tx) => {
        const blocking = await blockingAttempt(tx, attempt.orderId)
        if (blocking !== undefined) return { begun: false, attempt: blocking }
        const add = (handle: typeof db) =>
          handle
            .insertInto('attempts')
            .values(attemptColumnsOf(attempt))
            .onConflict((conflict) => conflict.doNothing())
            .returning(one)
        if (await changeTogether(tx, add, [createdEvent(attempt)])) return { begun: true, attempt }
        const winner = await blockingAttempt(tx, attempt.orderId)
        if (winner === undefined) throw new Error(`Attempt ${attempt.id} could not be added`)
        return { begun: false, attempt: winner }
      })
    },

    beginNew: (begun) => transaction(db, (tx) => insertAll(tx, begunRows(begun))),

    async handOver(attempt, { nextCheckAt, expiresAt, prompts, invoices }) {
      const at = now()
      const columns = { next_check_at: nextCheckAt, expires_at: expiresAt, handed_over_at: at, held_by: processId }
      return transaction(db, async (tx) => {
        if (attempt.checkoutType === 'push' && (await isAskedTooOften(tx, attempt, { ...prompts, at })))
          return 'too_many_prompts'
        if (invoices !== undefined && !(await holdInvoices(tx, invoices, at))) return 'being_paid'
        return (await moveAttempt(tx, attempt, { to: 'handing_over', at, columns })) ? 'handed_over' : 'too_late'
      })
    },

    async waiting(attempt, { providerReference, gatewayUrl, nextCheckAt }) {
      const columns = {
        next_check_at: nextCheck(attempt, nextCheckAt),
        ...(providerReference === undefined ? {} : { provider_reference: providerReference }),
        ...(gatewayUrl === undefined ? {} : { gateway_url: gatewayUrl }),
      }
      return moveAttempt(db, attempt, { to: 'waiting', at: now(), columns })
    },

    async refuse(attempt, { state, reason, nextCheckAt }) {
      const at = now()
      const columns = { refusal: reason, decided_at: at, next_check_at: nextCheck(attempt, nextCheckAt) }
      return moveAttempt(db, attempt, { to: state, at, detail: reason, columns })
    },

    async supersede(attempt) {
      const at = now()
      const columns = { superseded_at: at }
      return moveAttempt(db, attempt, { to: 'superseded', at, columns })
    },

    goodsOf: (attempt) => readGoods(db, attempt),

    async capture(attempt, { providerReference, first }) {
      const at = now()
      return transaction(db, async (tx): Promise<Captured> => {
        const columns = {
          decided_at: at,
          next_check_at: null,
          refusal: null,
          ...(providerReference === undefined ? {} : { provider_reference: providerReference }),
        }
        if (providerReference !== undefined && (await isTaken(tx, attempt, providerReference)))
          return { outcome: 'reference_taken' }
        const isMoved = await moveAttempt(tx, attempt, { to: toCapturedState(attempt.state), at, columns })
        if (!isMoved) return { outcome: 'too_late' }
        const sending = await beginComponent(tx, attempt, at, first && { ...first, heldBy: processId })
        return { outcome: 'captured', ...(sending && { sending }) }
      })
    },
  }
}

type PinMarks = Pick<AttemptStore, 'pinSent' | 'pinReturned' | 'cancel'>

/** Whether a PIN was sent to the wallet: at most one at a time, and none once the visitor has left. */
function createPinMarks(db: Kysely<Database>, now: () => number): PinMarks {
  return {
    async pinSent({ id }, { at, nextCheckAt }) {
      const { numUpdatedRows } = await db
        .updateTable('attempts')
        .set({ pin_sent_at: at, next_check_at: nextCheckAt, lease_until: 0 })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where('pin_sent_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    async pinReturned({ id, pinSentAt = 0 }) {
      await db
        .updateTable('attempts')
        .set({ pin_sent_at: null })
        .where('id', '=', id)
        .where('pin_sent_at', '=', pinSentAt)
        .execute()
    },

    async cancel(attempt, nextCheckAt) {
      const at = now()
      const columns = { refusal: 'cancelled_by_customer', decided_at: at, next_check_at: nextCheckAt } as const
      const move = { to: 'refused', at, detail: 'cancelled_by_customer', columns } as const
      return transaction(db, async (tx) => {
        // No PIN can be sent between this check and the move: the row is locked from here on.
        const { numUpdatedRows } = await tx
          .updateTable('attempts')
          .set({ lease_until: 0 })
          .where('id', '=', attempt.id)
          .where('pin_sent_at', 'is', null)
          .executeTakeFirstOrThrow()
        return numUpdatedRows === 1n && moveAttempt(tx, attempt, move)
      })
    },
  }
}

const Entry = z.object({ walletTransactionId: z.string(), keyId: z.string(), publicKey: z.string(), nonce: z.string() })

export function createPinEntryStore(db: Kysely<Database>): PinEntries {
  return {
    async entry(attemptId) {
      const row = await db.selectFrom('pin_entries').selectAll().where('attempt_id', '=', attemptId).executeTakeFirst()
      if (row === undefined) return undefined
      const { entry_json, attempts_left: attemptsLeft, expires_at: expiresAt } = row
      return { ...Entry.parse(JSON.parse(entry_json)), attemptsLeft, expiresAt }
    },

    async keep(attemptId, { attemptsLeft, expiresAt, ...entry }) {
      const columns = { entry_json: JSON.stringify(entry), attempts_left: attemptsLeft, expires_at: expiresAt }
      await db
        .insertInto('pin_entries')
        .values({ attempt_id: attemptId, ...columns })
        .onConflict((conflict) => conflict.column('attempt_id').doUpdateSet(columns))
        .execute()
    },
  }
}
