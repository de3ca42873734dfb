import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import type { BssList } from '@nyanja/server/payments/bss-records'
import type { Kysely } from 'kysely'
import type { DeliveryCounts } from '../../reconciliation/bss-reconciliation.ts'
import type { Database } from '../schema.ts'

/** The list of the BSS in which each kind of order is. */
const listOf: Readonly<Record<OrderKind, BssList>> = {
  airtime: 'topups',
  bundle: 'orders',
  bill: 'payments',
  invoice: 'payments',
  plan: 'payments',
}

export function createDeliveryCounts(db: Kysely<Database>): DeliveryCounts {
  return {
    async countDelivered({ from, until }) {
      const rows = await db
        .selectFrom('deliveries')
        .select('kind')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('decided_at', '>=', from)
        .where('decided_at', '<', until)
        .where('state', '=', 'delivered')
        .groupBy('kind')
        .execute()
      const counts = { topups: 0, orders: 0, payments: 0 }
      for (const { kind, count } of rows) counts[listOf[kind]] += Number(count)
      const credits = await db
        .selectFrom('credits')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('decided_at', '>=', from)
        .where('decided_at', '<', until)
        .where('state', '=', 'delivered')
        .executeTakeFirstOrThrow()
      return { ...counts, topups: counts.topups + Number(credits.count) }
    },
  }
}
