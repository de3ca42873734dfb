import { changeTogether, insertAll, one } from '@nyanja/database/change-together'
import { isDuplicateKey } from '@nyanja/database/postgres-driver'
import { transaction } from '@nyanja/database/transaction'
import { type AttemptState, toCapturedState } from '@nyanja/domain/payments/payment-states'
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { lastCall, noteCall } from '../../common/system-calls.ts'
import type { Attempt, AttemptStore, Capture, Captured, HandingOver, SentDelivery } from '../../payments/attempt.ts'
import type { PinEntries } from '../../payments/pin/pin-payments.ts'
import { matchesContact } from '../contact-match.ts'
import type { Database, Insertion, OpenDatabase } from '../schema.ts'
import { beginAsSent, beginComponent, hasLostHistory, type LeasedCall, readGoods } from './begin-components.ts'
import { attemptColumnsOf, begunRows, createdEvent } from './begun-rows.ts'
import { holdInvoices } from './bill-payments.ts'
import { nextCheck } from './due-work.ts'
import { type AttemptMove, moveAttempt } from './move-state.ts'
import { attemptColumns, toAttempt } from './rows.ts'

/** Lists the attempts on a wallet since `since` that sent a prompt to its handset without approval. */
function unansweredAttempts(db: Kysely<Database>, payerMsisdn: string, since: number) {
  return db
    .selectFrom('attempts')
    .where(matchesContact('number', 'payer_msisdn', payerMsisdn))
    .where('handed_over_at', '>', since)
    .where('checkout_type', '=', 'push')
    .where('state', 'in', ['handing_over', 'waiting', 'expired', 'refused'])
}

export async function unansweredPrompts(db: Kysely<Database>, payerMsisdn: string, since: number): Promise<number> {
  const { count } = await unansweredAttempts(db, payerMsisdn, since)
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const liveStates = ['created', 'handing_over', 'waiting'] as const satisfies readonly AttemptState[]

/** Finds the attempt that prevents another one: a live one, or the one that paid. */
async function blockingAttempt(tx: Transaction<Database>, orderId: string): Promise<Attempt | undefined> {
  const row = await tx
    .selectFrom('attempts')
    .select(attemptColumns)
    .where('order_id', '=', orderId)
    .where((where) => where.or([where('state', 'in', liveStates), where('pays_order', '=', 1)]))
    .orderBy('pays_order', 'desc')
    .executeTakeFirst()
  return row === undefined ? undefined : toAttempt(row)
}

async function readPrompts(db: Kysely<Database>, { id, state, payerMsisdn }: Attempt, since: number) {
  const last = db
    .selectFrom('prompted_wallets')
    .select(({ fn }) => fn.max('prompted_at').as('last_at'))
    .where(matchesContact('number', 'payer_msisdn', payerMsisdn))
  const unchanged = db.selectFrom('attempts').select('id').where('id', '=', id).where('state', '=', state)
  const row = await unansweredAttempts(db, payerMsisdn, since)
    .select(({ fn, exists }) => [
      fn.countAll<number | string>().as('unanswered'),
      last.as('last_at'),
      exists(unchanged).as('is_unchanged'),
    ])
    .executeTakeFirstOrThrow()
  return { unanswered: Number(row.unanswered), lastAt: row.last_at ?? 0, isUnchanged: Boolean(row.is_unchanged) }
}

/**
 * Moves the attempt unless its wallet has been prompted too often. The row of the wallet is the guard of the move: of
 * two payments that count its prompts at once, one finds it changed and counts again.
 */
async function prompt(
  db: Kysely<Database>,
  attempt: Attempt,
  { prompts: { since, most }, move }: { readonly prompts: HandingOver['prompts']; readonly move: AttemptMove },
): Promise<'handed_over' | 'too_late' | 'too_many_prompts'> {
  for (;;) {
    const { unanswered, lastAt, isUnchanged } = await readPrompts(db, attempt, since)
    if (!isUnchanged) return 'too_late'
    if (unanswered >= most) return 'too_many_prompts'
    const prompted_at = Math.max(move.at, lastAt + 1)
    const guard = (handle: typeof db) =>
      handle
        .insertInto('prompted_wallets')
        .values({ payer_msisdn: attempt.payerMsisdn, prompted_at })
        .onConflict((conflict) =>
          conflict
            .column('payer_msisdn')
            .doUpdateSet({ prompted_at })
            .where('prompted_wallets.prompted_at', '=', lastAt),
        )
        .returning(one)
    if (await moveAttempt(db, attempt, { ...move, guard })) return 'handed_over'
  }
}

/** Tells whether another attempt has been confirmed by this record of the provider. */
const selectOtherAttempt = (db: Kysely<Database>, { id, gateway }: Attempt, providerReference: string) =>
  db
    .selectFrom('attempts as other')
    .select('other.id')
    .where('other.gateway', '=', gateway)
    .where('other.provider_reference', '=', providerReference)
    .where('other.id', '!=', id)

async function isTaken(tx: Transaction<Database>, attempt: Attempt, providerReference: string): Promise<boolean> {
  return (await selectOtherAttempt(tx, attempt, providerReference).executeTakeFirst()) !== undefined
}

const capturedColumns = ({ providerReference }: Pick<Capture, 'providerReference'>, at: number) => ({
  decided_at: at,
  next_check_at: null,
  refusal: null,
  ...(providerReference === undefined ? {} : { provider_reference: providerReference }),
})

/**
 * Stores capture, delivery and the intention to send it by one statement, where nothing prevents that: no other attempt
 * has this record or has paid the order, and no history of it is lost. Undefined otherwise.
 */
async function captureAtOnce(
  db: Kysely<Database>,
  attempt: Attempt,
  { providerReference, first, at }: Omit<Capture, 'first'> & { readonly first: LeasedCall; readonly at: number },
): Promise<SentDelivery | undefined> {
  // An order with a lead takes no shortcut: its lead would have to be locked meanwhile.
  if (first.goods.leadReference !== undefined) return undefined
  const { id, orderId } = attempt
  const when = sql<SqlBool>`not (
    exists ${db.selectFrom('deliveries as paid').select('paid.order_id').where('paid.order_id', '=', orderId)}
    or ${providerReference === undefined ? sql`false` : sql`exists ${selectOtherAttempt(db, attempt, providerReference)}`}
    or ${hasLostHistory(db, id)})`
  const call = lastCall()
  const isCaptured = await moveAttempt(db, attempt, {
    to: toCapturedState(attempt.state),
    at,
    columns: { ...capturedColumns({ providerReference }, at), pays_order: 1 },
    when,
    ...beginAsSent(attempt, { first, at }),
  }).catch((error: unknown) => {
    // Another capture of the order or of the record has come in between.
    if (isDuplicateKey(error)) return false
    throw error
  })
  if (isCaptured) return { ...first.goods, state: 'sending', sends: 1, createdAt: at, sentAt: at }
  noteCall(call)
  return undefined
}

async function reverse(tx: Transaction<Database>, attempt: Attempt, at: number): Promise<boolean> {
  // After a refund in part the provider still reports that the payment is captured.
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

/** Each further one means that another attempt of the order began and ended meanwhile. */
const mostTries = 5

export function createAttemptStore(
  { db, processId }: Pick<OpenDatabase, 'db' | 'processId'>,
  now: () => number,
): AttemptStore {
  return {
    ...createPinMarks(db, now),
    reverse: (attempt) => transaction(db, (tx) => reverse(tx, attempt, now())),

    async begin(attempt) {
      const add = (handle: typeof db) =>
        handle
          .insertInto('attempts')
          .values(attemptColumnsOf(attempt))
          .onConflict((conflict) => conflict.doNothing())
          .returning(one)
      return transaction(db, async (tx) => {
        // An attempt that was in the way of the insert may have ended before it is read.
        for (let tries = 0; tries < mostTries; tries += 1) {
          const blocking = await blockingAttempt(tx, attempt.orderId)
          if (blocking !== undefined) return { begun: false, attempt: blocking }
          if (await changeTogether(tx, add, [createdEvent(attempt)])) return { begun: true, attempt }
        }
        throw new Error(`Attempt ${attempt.id} could not be added`)
      })
    },

    beginNew: (begun) => transaction(db, (tx) => insertAll(tx, begunRows(begun))),

    async handOver(attempt, { nextCheckAt, expiresAt, prompts, invoices }) {
      const at = now()
      const columns = { next_check_at: nextCheckAt, expires_at: expiresAt, handed_over_at: at, held_by: processId }
      const move = { to: 'handing_over', at, columns } as const
      const handOver = async (handle: typeof db) => {
        if (attempt.checkoutType === 'push') return prompt(handle, attempt, { prompts, move })
        return (await moveAttempt(handle, attempt, move)) ? 'handed_over' : 'too_late'
      }
      if (invoices === undefined) return handOver(db)
      return transaction(db, async (tx) => ((await holdInvoices(tx, invoices, at)) ? handOver(tx) : 'being_paid'))
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

    async capture(attempt, { providerReference, first: call }) {
      const at = now()
      const first = call && { ...call, heldBy: processId }
      const sent = first && (await captureAtOnce(db, attempt, { providerReference, first, at }))
      if (sent !== undefined) return { outcome: 'captured', sending: sent }
      return transaction(db, async (tx): Promise<Captured> => {
        if (providerReference !== undefined && (await isTaken(tx, attempt, providerReference)))
          return { outcome: 'reference_taken' }
        const columns = capturedColumns({ providerReference }, at)
        const isMoved = await moveAttempt(tx, attempt, { to: toCapturedState(attempt.state), at, columns })
        if (!isMoved) return { outcome: 'too_late' }
        const sending = await beginComponent(tx, attempt, at, { first })
        return { outcome: 'captured', ...(sending && { sending }) }
      })
    },
  }
}

type PinMarks = Pick<AttemptStore, 'pinSent' | 'pinReturned' | 'cancel'>

/** Records whether a PIN was sent to the wallet: at most one at a time, and none once the visitor has left. */
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
