import type { FailedComponent, Step } from '../../finance/day-reports.ts'

/** A closed day. `document` is canonical text, which `digest` covers. */
export interface ClosedDayTable {
  day: string
  from_at: number
  until_at: number
  /** Events with a higher id and an earlier time belong to a later close. */
  last_event_id: number
  /** The number of events that the close covers. */
  events: number
  document: string
  digest: string
  closed_at: number
}

/** The latest check of a closed day. */
export interface CloseCheckTable {
  day: string
  outcome: 'same' | 'differs'
  digest: string
  checked_at: number
}

/** The day of what happened (`day`), and the day whose close first knew of it (`closed_day`). */
interface HappenedColumns {
  day: string
  closed_day: string
}

export interface DaySalesTable extends HappenedColumns {
  gateway: string
  method: string
  kind: string
  channel: string
  /** The district, empty where it is not known. */
  district: string
  currency: string
  captured: number
  captured_minor: number
  delivered: number
  delivered_minor: number
  refunded: number
  refunded_minor: number
  reversed: number
  reversed_minor: number
}

export interface DayStepsTable {
  day: string
  channel: string
  kind: string
  step: Step
  orders: number
}

export interface DayFailuresTable extends HappenedColumns {
  component: FailedComponent
  method: string
  gateway: string
  reason: string
  payments: number
}

export interface DayDeliveryTimesTable extends HappenedColumns {
  kind: string
  /** 0 stands for longer than all classes. */
  within_ms: number
  payments: number
}

export interface FinanceTables {
  closed_days: ClosedDayTable
  close_checks: CloseCheckTable
  day_sales: DaySalesTable
  day_steps: DayStepsTable
  day_failures: DayFailuresTable
  day_delivery_times: DayDeliveryTimesTable
}
