import { isCurrency } from '@nyanja/domain/money/money'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CloseList } from '../../finance/closes.ts'
import { steps } from '../../finance/day-reports.ts'
import type { ReportStore } from '../../finance/reports.ts'
import type { Database } from '../schema.ts'
import { createCloseStore, toStoredClose } from './close-store.ts'

const sums = ['captured', 'delivered', 'refunded', 'reversed'] as const

function currencyOf(code: string) {
  if (!isCurrency(code)) throw new Error(`${code} is not a currency`)
  return code
}

export function createReportStore(db: Kysely<Database>): ReportStore {
  return {
    async sales({ from, to }, group) {
      const rows = await db
        .selectFrom('day_sales')
        .select([`${group} as group`, 'currency'])
        .select(({ fn }) =>
          sums.flatMap((name) => [
            fn.sum<number>(name).as(name),
            fn.sum<number>(`${name}_minor` as const).as(`${name}_minor` as const),
          ]),
        )
        .where('day', '>=', from)
        .where('day', '<=', to)
        .groupBy([group, 'currency'])
        .orderBy(group)
        .orderBy('currency')
        .execute()
      return rows.map((row) => ({
        group: row.group,
        currency: currencyOf(row.currency),
        captured: { payments: row.captured, minor: row.captured_minor },
        delivered: { payments: row.delivered, minor: row.delivered_minor },
        refunded: { payments: row.refunded, minor: row.refunded_minor },
        reversed: { payments: row.reversed, minor: row.reversed_minor },
      }))
    },

    async steps({ from, to }) {
      const rows = await db
        .selectFrom('day_steps')
        .select(({ fn }) => ['step', fn.sum<number>('orders').as('orders')])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .groupBy('step')
        .execute()
      const counts = new Map(rows.map(({ step, orders }) => [step, orders]))
      return steps.map((step) => ({ step, orders: counts.get(step) ?? 0 }))
    },

    async failures({ from, to }) {
      return db
        .selectFrom('day_failures')
        .select(({ fn }) => ['component', 'method', 'reason', fn.sum<number>('payments').as('payments')])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .groupBy(['component', 'method', 'reason'])
        .orderBy(sql`sum(payments)`, 'desc')
        .orderBy('component')
        .orderBy('method')
        .orderBy('reason')
        .execute()
    },

    async deliveryTimes({ from, to }) {
      const rows = await db
        .selectFrom('day_delivery_times')
        .select(({ fn }) => ['kind', 'within_ms', fn.sum<number>('payments').as('payments')])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .groupBy(['kind', 'within_ms'])
        .orderBy('kind')
        .execute()
      return rows.map(({ within_ms, ...row }) => ({ ...row, withinMs: within_ms }))
    },
  }
}

/** A close with many gateways is some ten kilobytes. */
const closesAtOnce = 50

export function createCloseList(db: Kysely<Database>): CloseList {
  async function* listCloses(isListed: RawBuilder<boolean>) {
    for (let after = ''; ; ) {
      const rows = await db
        .selectFrom('closed_days')
        .selectAll()
        .where(isListed)
        .where('day', '>', after)
        .orderBy('day')
        .limit(closesAtOnce)
        .execute()
      yield* rows.map(toStoredClose)
      const last = rows.at(-1)
      if (last === undefined || rows.length < closesAtOnce) return
      after = last.day
    }
  }

  const { find, last } = createCloseStore(db)
  return {
    ...{ find, last },
    between: ({ from, to }) => listCloses(sql`day between ${from} and ${to}`),
    about: ({ from, to }) =>
      listCloses(sql`(day between ${from} and ${to}
        or day in (select closed_day from day_sales where day between ${from} and ${to} and closed_day > ${to})
        or day in (select closed_day from day_failures where day between ${from} and ${to} and closed_day > ${to}))`),
  }
}
