import type { DayRange } from '@nyanja/domain/finance/days'
import { findPercentile, type TimeClass } from '@nyanja/domain/finance/delivery-times'
import type { FailureRow, SalesRow, Step } from './day-reports.ts'

/** The columns by which sales may be grouped. */
export const salesGroups = ['day', 'method', 'gateway', 'kind', 'channel', 'district'] as const
export type SalesGroup = (typeof salesGroups)[number]

/** Sales of a `group`, which is a day, a method and so on; it is empty where a district is not known. */
export interface GroupedSales extends Pick<SalesRow, 'captured' | 'delivered' | 'refunded' | 'reversed' | 'currency'> {
  readonly group: string
}

export interface StepCount {
  readonly step: Step
  readonly orders: number
}

export interface DeliveryTimes extends TimeClass {
  readonly kind: string
}

/** Reads the sums of closed days. Every query is bounded by its range, not by the number of payments. */
export interface ReportStore {
  sales(range: DayRange, group: SalesGroup): Promise<readonly GroupedSales[]>
  /** Counts in the order of the steps. */
  steps(range: DayRange): Promise<readonly StepCount[]>
  /** Lists the most frequent failures first. */
  failures(range: DayRange): Promise<readonly Omit<FailureRow, 'day' | 'gateway'>[]>
  deliveryTimes(range: DayRange): Promise<readonly DeliveryTimes[]>
}

export const percentiles = [0.5, 0.9, 0.95, 0.99] as const

export interface DeliveryPercentiles {
  readonly kind: string
  readonly payments: number
  /** The upper bounds in milliseconds, in the order of `percentiles`; 0 means beyond a day. */
  readonly withinMs: readonly number[]
}

export interface ConversionStep extends StepCount {
  /** The share of the orders that reached the step before; 1 for the first. */
  readonly share: number
}

/** The reports of finance about closed days. */
export class Reports {
  readonly #store: ReportStore

  constructor(options: { readonly store: ReportStore }) {
    this.#store = options.store
  }

  sales(range: DayRange, group: SalesGroup): Promise<readonly GroupedSales[]> {
    return this.#store.sales(range, group)
  }

  failures(range: DayRange) {
    return this.#store.failures(range)
  }

  /** Counts how many orders reached each step. */
  async conversion(range: DayRange): Promise<readonly ConversionStep[]> {
    const counts = await this.#store.steps(range)
    return counts.map((count, index) => {
      const before = counts[index - 1]?.orders ?? count.orders
      return { ...count, share: before === 0 ? 0 : count.orders / before }
    })
  }

  async deliveryTimes(range: DayRange): Promise<readonly DeliveryPercentiles[]> {
    const classes = Map.groupBy(await this.#store.deliveryTimes(range), ({ kind }) => kind)
    return [...classes].map(([kind, times]) => ({
      kind,
      payments: times.reduce((sum, { payments }) => sum + payments, 0),
      withinMs: percentiles.map((share) => findPercentile(times, share) ?? 0),
    }))
  }
}
