import { transaction } from '@nyanja/database/transaction'
import { isCurrency, money } from '@nyanja/domain/money/money'
import { hour } from '@nyanja/domain/time'
import type { Kysely, Selectable } from 'kysely'
import type { UnknownCallbacks } from '../../payments/payment-gateway.ts'
import type { UnknownPayment, UnknownPaymentStore } from '../../recovery/recovery.ts'
import { recordAction } from '../record-action.ts'
import type { Database } from '../schema.ts'
import type { UnknownPaymentTable } from '../staff-tables.ts'

/** The longest list, because the holder of a provider's key could otherwise make it unreadably long. */
const mostOpenCallbacks = 500
const mostInWindow = 60
const windowMs = hour

function unknownFrom(row: Selectable<UnknownPaymentTable>): UnknownPayment {
  const { reference, gateway, calls, amount_minor: minor, currency, found, at } = row
  const isWhole = minor !== null && currency !== null && isCurrency(currency)
  return { reference, gateway, calls: calls.split(' '), found, at, ...(isWhole && { amount: money(currency, minor) }) }
}

export function createUnknownPayments(db: Kysely<Database>, now: () => number): UnknownPaymentStore {
  return {
    async open(limit) {
      const rows = await db
        .selectFrom('unknown_payments')
        .selectAll()
        .where('closed_at', 'is', null)
        .orderBy('at')
        .limit(limit)
        .execute()
      return rows.map(unknownFrom)
    },

    async list({ reference, gateway, calls, amount, found, at }) {
      const seen = {
        source: 'journal',
        calls: calls.join(' '),
        amount_minor: amount?.minor ?? null,
        currency: amount?.currency ?? null,
        found,
        at,
      }
      await db
        .insertInto('unknown_payments')
        .values({ ...seen, reference, gateway, created_at: now(), closed_at: null })
        .onConflict((conflict) => conflict.columns(['reference', 'gateway']).doUpdateSet(seen))
        .execute()
    },

    async unlist({ reference, gateway }) {
      await db
        .deleteFrom('unknown_payments')
        .where('reference', '=', reference)
        .where('gateway', '=', gateway)
        .where('closed_at', 'is', null)
        .execute()
    },

    async close({ reference, who, why }) {
      const at = now()
      return transaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('unknown_payments')
          .set({ closed_at: at })
          .where('reference', '=', reference)
          .where('closed_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        await recordAction(tx, { at, who, action: 'payments resolve closed', subject: reference, why })
        return true
      })
    },
  }
}

export function createUnknownCallbacks(db: Kysely<Database>, now: () => number): UnknownCallbacks {
  return {
    async isListed(reference) {
      const rows = await db
        .selectFrom('unknown_payments')
        .select('reference')
        .where('reference', '=', reference)
        .where('closed_at', 'is', null)
        .limit(1)
        .execute()
      return rows.length > 0
    },

    async noteCallback({ gateway, attemptId: reference }) {
      const at = now()
      const open = db.selectFrom('unknown_payments').select(({ fn }) => fn.countAll<number>().as('count'))
      const { count: inWindow } = await open
        .where('source', '=', 'callback')
        .where('created_at', '>', at - windowMs)
        .executeTakeFirstOrThrow()
      const { count: unclosed } = await open
        .where('source', '=', 'callback')
        .where('closed_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (inWindow >= mostInWindow || unclosed >= mostOpenCallbacks) return
      const row = {
        gateway,
        reference,
        source: 'callback',
        calls: 'callback',
        found: 'the provider sent a callback about it',
      }
      await db
        .insertInto('unknown_payments')
        .values({ ...row, amount_minor: null, currency: null, at, created_at: at, closed_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
