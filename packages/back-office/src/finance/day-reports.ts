import { toTimeClass } from '@nyanja/domain/finance/delivery-times'
import type { MoneyEvent, MoneyState } from '@nyanja/domain/finance/money-event'
import type { Currency } from '@nyanja/domain/money/money'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'

/** The steps from an order to its delivery, each with a part of the orders of the one before. */
export const steps = ['opened', 'placed', 'started', 'handed_over', 'paid', 'delivered'] as const
export type Step = (typeof steps)[number]

export const failedComponents = ['money', 'delivery', 'refund', 'credit'] as const
export type FailedComponent = (typeof failedComponents)[number]

/** An event of a payment with what reports group by. Times are epoch milliseconds. */
export interface DayEvent {
  readonly id: number
  readonly at: number
  readonly method: string
  readonly channel: string
  /** The district of the place of the order, where it has one. */
  readonly district?: string
  readonly gateway: string
  readonly kind: OrderKind
  /** The event of money, absent where only reports count it. */
  readonly money?: MoneyEvent
  readonly failure?: { readonly component: FailedComponent; readonly reason: string }
  /** The time from capture to delivery. */
  readonly tookMs?: number
}

/** An order of the day, and how far it came. */
export interface OrderProgress {
  readonly channel: string
  readonly kind: string
  readonly step: Step
}

export interface SalesCounts {
  payments: number
  minor: number
}

export const salesNames = ['captured', 'delivered', 'refunded', 'reversed'] as const
export type SalesName = (typeof salesNames)[number]

export interface SalesRow extends Readonly<Record<SalesName, SalesCounts>> {
  readonly day: string
  readonly gateway: string
  readonly method: string
  readonly kind: string
  readonly channel: string
  readonly district: string
  readonly currency: Currency
}

interface CountedRow {
  readonly day: string
  payments: number
}

export interface FailureRow extends CountedRow {
  readonly component: FailedComponent
  readonly method: string
  readonly gateway: string
  readonly reason: string
}

export interface DeliveryTimeRow extends CountedRow {
  readonly kind: string
  readonly withinMs: number
}

export interface StepRow {
  readonly channel: string
  readonly kind: string
  readonly step: Step
  orders: number
}

/** The sums of a closed day that reports read. */
export interface DayReports {
  readonly sales: readonly SalesRow[]
  readonly steps: readonly StepRow[]
  readonly failures: readonly FailureRow[]
  readonly deliveryTimes: readonly DeliveryTimeRow[]
}

const salesNameOf = {
  captured: 'captured',
  captured_late: 'captured',
  delivered: 'delivered',
  refunded: 'refunded',
  reversed: 'reversed',
  review: undefined,
  credited: undefined,
  taken_back: undefined,
} as const satisfies Record<MoneyState, SalesName | undefined>

function rowOf<Row extends object>(rows: Map<string, Row>, parts: readonly unknown[], create: () => Row): Row {
  const key = parts.join('\t')
  const row = rows.get(key) ?? create()
  rows.set(key, row)
  return row
}

const none = (): SalesCounts => ({ payments: 0, minor: 0 })

/** Adds up a day for its reports; its size depends on what they group by, not on payments. */
export class DayReportTotals {
  readonly #sales = new Map<string, SalesRow>()
  readonly #steps = new Map<string, StepRow>()
  readonly #failures = new Map<string, FailureRow>()
  readonly #deliveryTimes = new Map<string, DeliveryTimeRow>()

  add(day: string, event: DayEvent): void {
    const { money, failure, kind, method, gateway, tookMs } = event
    if (money !== undefined) this.#addSale(day, event, money)
    if (failure !== undefined) {
      const group = { day, ...failure, method, gateway }
      rowOf(this.#failures, Object.values(group), () => ({ ...group, payments: 0 })).payments += 1
    }
    if (tookMs !== undefined) {
      const group = { day, kind, withinMs: toTimeClass(tookMs) }
      rowOf(this.#deliveryTimes, Object.values(group), () => ({ ...group, payments: 0 })).payments += 1
    }
  }

  addOrder({ channel, kind, step: reached }: OrderProgress): void {
    for (const step of steps.slice(0, steps.indexOf(reached) + 1)) {
      const group = { channel, kind, step }
      rowOf(this.#steps, Object.values(group), () => ({ ...group, orders: 0 })).orders += 1
    }
  }

  rows(): DayReports {
    return {
      sales: [...this.#sales.values()],
      steps: [...this.#steps.values()],
      failures: [...this.#failures.values()],
      deliveryTimes: [...this.#deliveryTimes.values()],
    }
  }

  #addSale(day: string, event: DayEvent, { to, amount }: MoneyEvent): void {
    const name = salesNameOf[to]
    if (name === undefined) return
    const { gateway, method, kind, channel, district = '' } = event
    const group = { day, gateway, method, kind, channel, district, currency: amount.currency }
    const sums = () => ({ captured: none(), delivered: none(), refunded: none(), reversed: none() })
    const row = rowOf(this.#sales, Object.values(group), () => ({ ...group, ...sums() }))
    row[name].payments += 1
    row[name].minor += amount.minor
  }
}
