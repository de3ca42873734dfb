import type { AttemptState } from '@nyanja/domain/attempt-state'
import { capturedFrom } from '@nyanja/domain/attempt-state'
import type { Kysely, Transaction } from 'kysely'
import type { Attempt } from '../../payments/attempt.ts'
import type { AttemptStore } from '../../payments/attempt-store.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { beginDelivery, beginRefund } from './begin-legs.ts'
import { recordEvent } from './events.ts'
import { moveAttempt } from './move-attempt.ts'
import { attemptFrom } from './rows.ts'

const liveStates = ['created', 'handing_over', 'waiting'] as const satisfies readonly AttemptState[]

async function insertAttempt(tx: Transaction<Database>, attempt: Attempt): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('attempts')
    .values({
      id: attempt.id,
      order_id: attempt.orderId,
      reference: attempt.reference,
      method: attempt.method,
      gateway: attempt.gateway,
      hands_over: attempt.handsOver,
      state: 'created',
      amount_minor: attempt.amount.minor,
      currency: attempt.amount.currency,
      payer_msisdn: attempt.payerMsisdn,
      email: attempt.email ?? null,
      provider_reference: null,
      gateway_url: null,
      return_token: attempt.returnToken,
      returned_at: null,
      refusal: null,
      checked_at: null,
      created_at: attempt.createdAt,
      decided_at: null,
      expires_at: attempt.expiresAt,
      next_check_at: attempt.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The attempt that stands in the way of another one: a live one, or the one that paid. */
async function attemptInTheWay(tx: Transaction<Database>, orderId: string): Promise<Attempt | undefined> {
  const row = await tx
    .selectFrom('attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where((where) => where.or([where('state', 'in', liveStates), where('pays_order', '=', 1)]))
    .orderBy('pays_order', 'desc')
    .executeTakeFirst()
  return row === undefined ? undefined : attemptFrom(row)
}

export function createAttemptStore(db: Kysely<Database>, now: () => number): AttemptStore {
  return {
    async begin(attempt) {
      return transaction(db, async (tx) => {
        const inTheWay = await attemptInTheWay(tx, attempt.orderId)
        if (inTheWay !== undefined) return { begun: false, attempt: inTheWay }
        if (!(await insertAttempt(tx, attempt))) {
          const winner = await attemptInTheWay(tx, attempt.orderId)
          if (winner === undefined) throw new Error(`Attempt ${attempt.id} could not be added`)
          return { begun: false, attempt: winner }
        }
        await recordEvent(tx, {
          attemptId: attempt.id,
          leg: 'money',
          from: 'none',
          to: 'created',
          at: attempt.createdAt,
        })
        return { begun: true, attempt }
      })
    },

    async handOver(attempt, nextCheckAt) {
      const columns = { next_check_at: nextCheckAt }
      return transaction(db, async (tx) => moveAttempt(tx, attempt, { to: 'handing_over', at: now(), columns }))
    },

    async waiting(attempt, { providerReference, gatewayUrl, nextCheckAt }) {
      const columns = {
        next_check_at: nextCheckAt,
        ...(providerReference === undefined ? {} : { provider_reference: providerReference }),
        ...(gatewayUrl === undefined ? {} : { gateway_url: gatewayUrl }),
      }
      return transaction(db, async (tx) => moveAttempt(tx, attempt, { to: 'waiting', at: now(), columns }))
    },

    async refuse(attempt, { state, reason }) {
      const at = now()
      // Late money is still possible; from here on only a callback makes us ask.
      const columns = { refusal: reason, decided_at: at, next_check_at: null }
      return transaction(db, async (tx) => moveAttempt(tx, attempt, { to: state, at, detail: reason, columns }))
    },

    async supersede(attempt) {
      return transaction(db, async (tx) => moveAttempt(tx, attempt, { to: 'superseded', at: now() }))
    },

    async capture(attempt, { providerReference }) {
      const at = now()
      return transaction(db, async (tx) => {
        const columns = {
          decided_at: at,
          next_check_at: null,
          refusal: null,
          ...(providerReference === undefined ? {} : { provider_reference: providerReference }),
        }
        if (!(await moveAttempt(tx, attempt, { to: capturedFrom(attempt.state), at, columns }))) return false
        if (await beginDelivery(tx, attempt, at)) {
          await tx.updateTable('attempts').set({ pays_order: 1 }).where('id', '=', attempt.id).execute()
        } else {
          await beginRefund(tx, attempt, at)
        }
        return true
      })
    },
  }
}
