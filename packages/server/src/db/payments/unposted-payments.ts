import { money } from '@nyanja/domain/money/money'
import type { Kysely } from 'kysely'
import type { UnpostedPayments } from '../../subscriber/unposted-payments.ts'
import type { Database } from '../schema.ts'
import { billFrom } from './rows.ts'

const open = ['due', 'sending'] as const

export function createUnpostedPayments(db: Kysely<Database>): UnpostedPayments {
  return {
    async on(account, since) {
      const rows = await db
        .selectFrom('deliveries')
        .select(['amount_minor', 'currency', 'bill_json'])
        .where('account', '=', account)
        .where((where) =>
          where.or([
            where('state', 'in', open),
            where.and([where('state', '=', 'delivered'), where('decided_at', '>=', since)]),
          ]),
        )
        .execute()
      return rows.map(({ amount_minor, currency, bill_json }) => ({
        amount: money(currency, amount_minor),
        billIds: bill_json === null ? [] : billFrom(bill_json).invoices.map(({ billId }) => billId),
      }))
    },
  }
}
