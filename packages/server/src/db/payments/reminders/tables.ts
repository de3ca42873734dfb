import type { Currency } from '@nyanja/domain/money/money'
import type { ReminderRule, ReminderWay } from '@nyanja/domain/reminders/reminder'
import type { Generated } from 'kysely'
import type { ReminderState } from '../../../payments/reminders/reminder.ts'
import type { DueColumns } from '../tables.ts'

export interface ReminderTable extends DueColumns {
  id: string
  attempt_id: string
  rule: ReminderRule
  way: ReminderWay
  /** The number that is reminded; empty once the reminder was stopped. */
  msisdn: string
  language: string
  /** The words to which the customer agreed, and when. */
  consent: string
  consented_at: number
  /** The price that the customer saw then. */
  seen_minor: number
  currency: Currency
  turn: Generated<number>
  /** The time after which the reminder is of no use. */
  ends_at: number | null
  state: ReminderState
  closed_at: number | null
}

export interface ReminderTables {
  reminders: ReminderTable
}
