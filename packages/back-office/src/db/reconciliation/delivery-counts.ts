import { toDeliveryItems } from '@nyanja/server/db/payments/rows'
import type { BssList } from '@nyanja/server/payments/bss-records'
import type { PurchaseKind } from '@nyanja/server/payments/delivery-provider'
import type { Kysely } from 'kysely'
import type { DeliveryCounts } from '../../reconciliation/bss-reconciliation.ts'
import type { Database } from '../schema.ts'

/** The list of the BSS in which each kind of order is. */
const listOf: Readonly<Record<PurchaseKind, BssList>> = {
  airtime: 'topups',
  bundle: 'orders',
  bill: 'payments',
  invoice: 'payments',
  plan: 'payments',
}

/** Lists what each of several numbers was given. */
async function itemsDelivered(
  db: Kysely<Database>,
  { from, until }: { readonly from: number; readonly until: number },
) {
  const rows = await db
    .selectFrom('deliveries')
    .select('items_json')
    .where('decided_at', '>=', from)
    .where('decided_at', '<', until)
    .where('state', '=', 'delivered')
    .where('items_json', 'is not', null)
    .execute()
  return rows
    .flatMap(({ items_json }) => (items_json === null ? [] : toDeliveryItems(items_json)))
    .filter(({ state }) => state === 'delivered')
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
      for (const { kind, count } of rows) if (kind !== 'several') counts[listOf[kind]] += Number(count)
      for (const { productCode } of await itemsDelivered(db, { from, until }))
        counts[listOf[productCode === undefined ? 'airtime' : 'bundle']] += 1
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
