import { type Currency, money } from '@nyanja/domain/money/money'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import { type Kysely, sql } from 'kysely'
import type { PaymentList } from '../../finance/export-tables.ts'
import type { Database } from '../schema.ts'
import { districtOfOrder, isOfDay } from './day-events.ts'

const batch = 1_000

interface Row {
  readonly id: number
  readonly at: number
  readonly reference: string
  readonly provider_reference: string | null
  readonly method: string
  readonly gateway: string
  readonly kind: OrderKind | null
  readonly channel: string
  readonly district: string | null
  readonly currency: Currency
  readonly amount_minor: number
  readonly money: string
  readonly delivery: string | null
  readonly refund: string | null
}

const toPayment = (row: Row) => ({
  ...{ capturedAt: row.at, reference: row.reference, method: row.method, gateway: row.gateway },
  ...{ kind: row.kind ?? 'airtime', channel: row.channel, amount: money(row.currency, row.amount_minor) },
  money: row.money,
  ...(row.provider_reference !== null && { providerReference: row.provider_reference }),
  ...(row.district !== null && { district: row.district }),
  ...(row.delivery !== null && { delivery: row.delivery }),
  ...(row.refund !== null && { refund: row.refund }),
})

export function createPaymentList(db: Kysely<Database>): PaymentList {
  return {
    async *captured({ from, to }) {
      const { from_at, until_at } = await db
        .selectFrom('closed_days')
        .select(({ fn }) => [fn.min('from_at').as('from_at'), fn.max('until_at').as('until_at')])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .executeTakeFirstOrThrow()
      for (let after = { at: from_at, id: 0 }; ; ) {
        const { rows } = await sql<Row>`
          select events.id, events.at, attempts.reference, attempts.provider_reference, attempts.method,
            attempts.gateway, orders.kind, orders.channel, ${districtOfOrder} as district, attempts.currency,
            attempts.amount_minor, attempts.state as money, deliveries.state as delivery, refunds.state as refund
          from events
          join attempts on attempts.id = events.attempt_id
          join orders on orders.id = attempts.order_id
          left join deliveries on deliveries.attempt_id = events.attempt_id
          left join refunds on refunds.attempt_id = events.attempt_id
          where ${isOfDay} and events.to_state in ('captured', 'captured_late')
            and events.at >= ${after.at} and events.at < ${until_at}
            and (events.at > ${after.at} or events.id > ${after.id})
          order by events.at, events.id limit ${batch}`.execute(db)
        yield* rows.map(toPayment)
        const last = rows.at(-1)
        if (last === undefined || rows.length < batch) return
        after = last
      }
    },
  }
}
