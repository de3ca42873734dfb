import { isOneOf } from '@nyanja/database/json-lists'
import { type Currency, type Money, money } from '@nyanja/domain/money/money'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import { toBill } from '@nyanja/server/db/payments/rows'
import { type Kysely, sql } from 'kysely'
import type { ListedPayment, PaymentList, ReportedPayment } from '../../finance/exported-payments.ts'
import { isInUse } from '../reconciliation/rows.ts'
import type { Database, DatabaseHandle } from '../schema.ts'
import { districtOfOrder, isOfDay } from './day-events.ts'

const batch = 1_000

interface Row {
  readonly id: number
  readonly at: number
  readonly attempt_id: string
  readonly reference: string
  readonly provider_reference: string | null
  readonly method: string
  readonly gateway: string
  readonly kind: OrderKind | null
  readonly product_code: string | null
  readonly channel: string
  readonly district: string | null
  readonly account: string | null
  readonly bill_json: string | null
  readonly currency: Currency
  readonly amount_minor: number
  readonly money: string
  readonly delivery: string | null
  readonly refund: string | null
  readonly refund_minor: number | null
  readonly refunded_at: number | null
}

const invoicesIn = (bill: string) => toBill(bill).invoices.map(({ invoiceNo }) => invoiceNo)

const toPayment = (row: Row, reported: ReportedPayment | undefined): ListedPayment => ({
  ...{ capturedAt: row.at, id: row.attempt_id, reference: row.reference, method: row.method, gateway: row.gateway },
  ...{ kind: row.kind ?? 'airtime', channel: row.channel, amount: money(row.currency, row.amount_minor) },
  money: row.money,
  ...(row.provider_reference !== null && { providerReference: row.provider_reference }),
  ...(row.product_code !== null && { productCode: row.product_code }),
  ...(row.district !== null && { district: row.district }),
  ...(row.account !== null && { account: row.account }),
  ...(row.bill_json !== null && { invoices: invoicesIn(row.bill_json) }),
  ...(row.delivery !== null && { delivery: row.delivery }),
  ...(row.refund !== null && {
    refund: {
      state: row.refund,
      amount: money(row.currency, row.refund_minor ?? row.amount_minor),
      ...(row.refund === 'refunded' && row.refunded_at !== null && { at: row.refunded_at }),
    },
  }),
  ...(reported && { reported }),
})

/**
 * Reads what the settlement files report about these payments. Of several files, a later one counts where it has a
 * value.
 */
async function readReported({ db, engine }: DatabaseHandle, ids: readonly string[]) {
  const rows = await db
    .selectFrom('settlement_rows')
    .innerJoin('settlement_imports', 'settlement_imports.id', 'settlement_rows.import_id')
    .select(['subject', 'provider_reference', 'reference', 'settlement_rows.currency', 'fee_minor', 'net_minor'])
    .select(['payout', 'payout_day'])
    .where(isOneOf(engine, 'settlement_rows.subject', ids))
    .where('settlement_rows.kind', '=', 'payment')
    .where('settlement_imports.counterpart', '=', 'provider')
    .where(isInUse())
    .orderBy('settlement_rows.import_id')
    .orderBy('settlement_rows.row')
    .execute()
  const reported = new Map<string, ReportedPayment>()
  for (const { subject, currency, ...row } of rows) {
    const sum = (minor: number | null): Money | undefined =>
      minor === null || currency === null ? undefined : money(currency, minor)
    const [fee, net, name] = [sum(row.fee_minor), sum(row.net_minor), row.provider_reference ?? row.reference]
    reported.set(subject ?? '', {
      ...reported.get(subject ?? ''),
      ...(name !== null && { name }),
      ...(fee && { fee }),
      ...(net && { net }),
      ...(row.payout !== null && { payout: row.payout }),
      ...(row.payout_day !== null && { payoutDay: row.payout_day }),
    })
  }
  return reported
}

interface Place {
  readonly at: number
  readonly id: number
}

const readCaptures = async (db: Kysely<Database>, after: Place, untilAt: number) =>
  sql<Row>`
    select events.id, events.at, attempts.id as attempt_id, attempts.reference, attempts.provider_reference,
      attempts.method, attempts.gateway, orders.kind, orders.channel, ${districtOfOrder} as district,
      deliveries.product_code, coalesce(deliveries.account, orders.account) as account,
      coalesce(deliveries.bill_json, orders.bill_json) as bill_json,
      attempts.currency, attempts.amount_minor, attempts.state as money, deliveries.state as delivery,
      refunds.state as refund, refunds.amount_minor as refund_minor, refunds.decided_at as refunded_at
    from events
    join attempts on attempts.id = events.attempt_id
    join orders on orders.id = attempts.order_id
    left join deliveries on deliveries.attempt_id = events.attempt_id
    left join refunds on refunds.attempt_id = events.attempt_id
    where ${isOfDay} and events.to_state in ('captured', 'captured_late')
      and events.at >= ${after.at} and events.at < ${untilAt}
      and (events.at > ${after.at} or events.id > ${after.id})
    order by events.at, events.id limit ${batch}`.execute(db)

export function createPaymentList({ db, engine }: DatabaseHandle): PaymentList {
  return {
    async *captured({ from, to }) {
      const { from_at, until_at } = await db
        .selectFrom('closed_days')
        .select(({ fn }) => [fn.min('from_at').as('from_at'), fn.max('until_at').as('until_at')])
        .where('day', '>=', from)
        .where('day', '<=', to)
        .executeTakeFirstOrThrow()
      for (let after = { at: from_at, id: 0 }; ; ) {
        const { rows } = await readCaptures(db, after, until_at)
        const reported = await readReported(
          { db, engine },
          rows.map(({ attempt_id }) => attempt_id),
        )
        for (const row of rows) yield toPayment(row, reported.get(row.attempt_id))
        const last = rows.at(-1)
        if (last === undefined || rows.length < batch) return
        after = last
      }
    },
  }
}
