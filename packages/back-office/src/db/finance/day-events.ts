import type { Engine } from '@nyanja/database/open'
import {
  type DischargingState,
  isMoneyState,
  type MoneyEvent,
  type MoneyState,
} from '@nyanja/domain/finance/money-event'
import { type Currency, money } from '@nyanja/domain/money/money'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import type { PaymentComponent } from '@nyanja/domain/payments/payment-states'
import { paced } from '@nyanja/server/common/paced'
import { type RawBuilder, sql } from 'kysely'
import type { CloseScope, DayEvents } from '../../finance/closing.ts'
import type { DayEvent, OrderProgress } from '../../finance/day-reports.ts'
import type { DatabaseHandle } from '../schema.ts'

/** The rows of a batch, few on SQLite, where all other work waits for it. */
const rowsOfBatch = { sqlite: 1_000, postgres: 5_000 } as const satisfies Record<Engine, number>
/** A close of 500,000 payments may take a minute; on SQLite all payments wait while a batch is read. */
const restOf = { sqlite: 1, postgres: 0.25 } as const satisfies Record<Engine, number>
/** The number of ids of all events, of which a close covers two in six. */
const idsOfBatch = 10_000

/** The condition of the partial index, word by word. */
export const isOfDay = sql`events.to_state in ('captured', 'captured_late', 'reversed',
      'delivered', 'impossible', 'refunded', 'review', 'refused', 'expired')`

/** The district, where the order is for a place, and the place is in the operator's table of towns. */
export const districtOfOrder = sql<string | null>`case when orders.lead_reference is not null then (
    select towns.district from towns join leads on leads.city = towns.name
    where leads.reference = orders.lead_reference limit 1) end`

interface Row {
  readonly id: number
  readonly at: number
  readonly component: PaymentComponent
  readonly from_state: string
  readonly to_state: string
  readonly detail: string | null
  readonly gateway: string
  readonly method: string
  readonly amount_minor: number
  readonly currency: Currency
  readonly credit_reason: string | null
  readonly channel: string
  readonly kind: OrderKind | null
  readonly district: string | null
  readonly captured_at: number | null
  readonly delivery_reason: string | null
  readonly discharged_by: DischargingState | null
  readonly is_excess: number
}

/**
 * Whether the event returns what was received beyond the price, as money or airtime. The one that was begun first does:
 * a later refund or goodwill of the same amount is another thing.
 */
const isExcess = sql`case
    when events.component = 'refund' and refunds.amount_minor = deliveries.excess_minor
      and (deliveries.excess_way = 'refund' or credits.attempt_id is null or credits.state = 'impossible'
        or credits.created_at > refunds.created_at) then 1
    when events.component = 'credit' and deliveries.excess_way = 'credit'
      and credits.amount_minor = deliveries.excess_minor
      and (refunds.attempt_id is null or refunds.created_at >= credits.created_at) then 1
    else 0 end`

/** The first event of the payment that ended the debt, if it was before this one. The excess was owed beside it. */
const dischargedBy = sql`case when events.to_state in ('delivered', 'refunded', 'reversed') and ${isExcess} = 0 then (
    select earlier.to_state from events as earlier
    where earlier.attempt_id = events.attempt_id and earlier.id < events.id
      and earlier.to_state in ('delivered', 'refunded', 'reversed') and earlier.component not in ('credit', 'takeback')
    order by earlier.id limit 1) end`

/**
 * The amount that the event is about: the charge, the price that was delivered, the part of the charge that goes back,
 * goodwill, or the price of goods that came back.
 */
const amountOf = sql`case events.component when 'credit' then credits.amount_minor
    when 'takeback' then case when attempts.ordered_minor is null then takebacks.amount_minor
      else takebacks.amount_minor * attempts.amount_minor / attempts.ordered_minor end
    when 'delivery' then attempts.amount_minor - coalesce(deliveries.excess_minor, 0)
    when 'refund' then coalesce(refunds.amount_minor, attempts.amount_minor) else attempts.amount_minor end`
const currencyOf = sql`case events.component when 'credit' then credits.currency else attempts.currency end`

const selectEvents = (where: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<Row>`
  select events.id, events.at, events.component, events.from_state, events.to_state, events.detail,
    attempts.gateway, attempts.method, ${amountOf} as amount_minor, ${currencyOf} as currency, orders.channel,
    orders.kind, credits.reason as credit_reason,
    deliveries.created_at as captured_at, deliveries.reason as delivery_reason,
    ${districtOfOrder} as district, ${dischargedBy} as discharged_by, ${isExcess} as is_excess
  from events
  join attempts on attempts.id = events.attempt_id
  join orders on orders.id = attempts.order_id
  left join deliveries on deliveries.attempt_id = events.attempt_id
  left join refunds on refunds.attempt_id = events.attempt_id
  left join credits on credits.attempt_id = events.attempt_id
  left join takebacks on takebacks.attempt_id = events.attempt_id
  where ${isOfDay} and ${where} order by ${order}`

function stateOf({ component, to_state, is_excess }: Row): MoneyState | undefined {
  if (component === 'credit' && is_excess === 0) return to_state === 'delivered' ? 'credited' : undefined
  if (component === 'takeback') return to_state === 'delivered' ? 'taken_back' : undefined
  return isMoneyState(to_state) ? to_state : undefined
}

function moneyOf(row: Row, kind: OrderKind): MoneyEvent | undefined {
  const { from_state, gateway, currency, amount_minor, discharged_by } = row
  const to = stateOf(row)
  if (to === undefined) return undefined
  return {
    to,
    isFromReview: from_state === 'review',
    gateway,
    // Airtime for the excess is sold as such, whatever was ordered.
    kind: row.component === 'credit' ? 'airtime' : kind,
    amount: money(currency, amount_minor),
    ...(discharged_by !== null && { dischargedBy: discharged_by }),
  }
}

/** The reasons of failures, by the state that was reached. */
const failures = {
  refused: ({ detail }) => detail ?? 'refused',
  expired: ({ detail }) => detail ?? 'expired',
  reversed: () => 'reversed',
  impossible: ({ component, delivery_reason, credit_reason }) =>
    (component === 'credit' ? credit_reason : delivery_reason) ?? 'impossible',
  review: () => 'refund_by_hand',
} as const satisfies Readonly<Record<string, (row: Row) => string>>

function failureOf(row: Row): DayEvent['failure'] {
  const find: ((row: Row) => string) | undefined = Object.entries(failures).find(
    ([state]) => state === row.to_state,
  )?.[1]
  // Goods that stay where they are are no failure of a payment.
  if (row.component === 'takeback') return undefined
  return find && { component: row.component, reason: find(row) }
}

function toDayEvent(row: Row): DayEvent {
  const kind = row.kind ?? 'airtime'
  const [moneyEvent, failure] = [moneyOf(row, kind), failureOf(row)]
  return {
    ...{ id: row.id, at: row.at, gateway: row.gateway, method: row.method, channel: row.channel, kind },
    ...(row.district !== null && { district: row.district }),
    ...(moneyEvent && { money: moneyEvent }),
    ...(failure && { failure }),
    ...(row.component === 'delivery' &&
      row.to_state === 'delivered' &&
      row.captured_at !== null && { tookMs: row.at - row.captured_at }),
  }
}

interface OrderRow {
  readonly id: string
  readonly created_at: number
  readonly channel: string
  readonly kind: string | null
  readonly reached: OrderProgress['step'] | null
}

/** The furthest step of the order's attempts. */
const reachedStep = sql`(
    select case max(case
        when deliveries.state = 'delivered' then 4
        when attempts.state in ('captured', 'captured_late', 'reversed') then 3
        when attempts.handed_over_at is not null then 2
        else 1 end)
      when 4 then 'delivered' when 3 then 'paid' when 2 then 'handed_over' when 1 then 'started' end
    from attempts left join deliveries on deliveries.attempt_id = attempts.id
    where attempts.order_id = orders.id)`

export function createDayEvents({ db, engine }: DatabaseHandle): DayEvents {
  const batch = rowsOfBatch[engine]

  async function* inTime({ fromAt, untilAt, lastEventId }: CloseScope) {
    for (let after = { at: fromAt, id: 0 }; ; ) {
      const where = sql`events.at >= ${after.at} and events.at < ${untilAt}
        and (events.at > ${after.at} or events.id > ${after.id}) and events.id <= ${lastEventId}`
      const { rows } = await selectEvents(where, sql`events.at, events.id limit ${batch}`).execute(db)
      yield rows.map(toDayEvent)
      const last = rows.at(-1)
      if (last === undefined || rows.length < batch) return
      after = last
    }
  }

  async function* late({ fromAt, seenEventId = 0, lastEventId }: CloseScope) {
    for (let after = seenEventId; after < lastEventId; after += idsOfBatch) {
      const upTo = Math.min(after + idsOfBatch, lastEventId)
      // The sign `+` keeps the database from searching all of the past by time.
      const where = sql`events.id > ${after} and events.id <= ${upTo} and +events.at < ${fromAt}`
      const { rows } = await selectEvents(where, sql`events.id`).execute(db)
      yield rows.map(toDayEvent)
    }
  }

  async function* orders({ fromAt, untilAt }: CloseScope) {
    for (let after = { at: fromAt, id: '' }; ; ) {
      const { rows } = await sql<OrderRow>`
        select orders.id, orders.created_at, orders.channel, orders.kind, ${reachedStep} as reached from orders
        where orders.created_at >= ${after.at} and orders.created_at < ${untilAt}
          and (orders.created_at > ${after.at} or orders.id > ${after.id})
        order by orders.created_at, orders.id limit ${batch}`.execute(db)
      yield rows.map(({ channel, kind, reached }): OrderProgress => {
        const step = reached ?? (kind === null ? 'opened' : 'placed')
        return { channel, kind: kind ?? '', step }
      })
      const last = rows.at(-1)
      if (last === undefined || rows.length < batch) return
      after = { at: last.created_at, id: last.id }
    }
  }

  return {
    inTime: (scope) => paced(inTime(scope), restOf[engine]),
    late: (scope) => paced(late(scope), restOf[engine]),
    orders: (scope) => paced(orders(scope), restOf[engine]),

    async lastId() {
      const { id } = await db
        .selectFrom('events')
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
      return id ?? 0
    },

    async firstAt() {
      const { rows } = await sql<{ at: number }>`
        select at from events where ${isOfDay} order by at, id limit 1`.execute(db)
      return rows[0]?.at
    },
  }
}
