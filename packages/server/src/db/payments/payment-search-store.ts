import type { Kysely } from 'kysely'
import type { PaymentSearchStore } from '../../payments/payment-search.ts'
import type { Database } from '../schema.ts'
import { canBeStored } from './storable.ts'

/** The link alone: of what was paid, only the page itself tells. */
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
      // Under an id of its own each time, or mailboxes would take it for the one before.
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
