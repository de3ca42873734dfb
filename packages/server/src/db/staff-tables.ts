import type { Currency } from '@nyanja/domain/money/money'
import type { Act } from '@nyanja/domain/staff/acts'
import type { ColumnType, Generated } from 'kysely'

export interface MethodSwitchTable {
  method: string
  is_open: number
  reason: string
  who: string
  at: number
}

/** Acts of staff. The subject is a payment's reference or a method. */
export interface StaffActionTable {
  id: Generated<number>
  at: number
  who: string
  action: string
  subject: string
  why: string
  /** One of the portal's codes. */
  detail: string | null
  /** The member of staff; null on the command line, as are the next two columns. */
  staff_id: string | null
  role: string | null
  /** The reason from the list; the note in `why` may be erased. */
  reason: string | null
}

/** Times since which the database may lack effects that happened. */
export interface RecoveryTable {
  at: number
  since: number
  reason: string
  who: string
  journal_read_at: number | null
}

/** Payments that providers know and the database does not, without personal data. */
export interface UnknownPaymentTable {
  gateway: string
  reference: string
  source: string
  calls: string
  amount_minor: number | null
  currency: string | null
  found: string
  at: number
  created_at: number
  closed_at: number | null
}

/** An act that waits for a second person, or waited. */
export interface StaffRequestTable {
  id: string
  act: Act
  subject: string
  reason: string
  /** Both are null unless the act is about an amount. */
  amount_minor: Nullable<number>
  currency: Nullable<Currency>
  state: 'open' | 'approved' | 'declined'
  asked_by_id: string
  asked_by: string
  asked_at: number
  decided_by: Nullable<string>
  decided_at: Nullable<number>
}

/** Messages on every page. At most one is not withdrawn. */
export interface IncidentTable {
  id: string
  texts_json: string
  shown_at: number
  shown_by: string
  withdrawn_at: Nullable<number>
}

export interface NodeReportTable {
  node: number
  at: number
  circuits_json: string
  files_json: string
}

/** A column that may be left out of an insert. */
type Nullable<Value> = ColumnType<Value | null, Value | null | undefined>

/** The tables of what staff do to the portal, and what the portal leaves to staff. */
export interface StaffTables {
  node_reports: NodeReportTable
  backups: { made_at: number }
  staff_requests: StaffRequestTable
  incidents: IncidentTable
  recoveries: RecoveryTable
  unknown_payments: UnknownPaymentTable
  method_switches: MethodSwitchTable
  operator_actions: StaffActionTable
  /** Deleted payments, kept for callbacks that still come. */
  retired_payments: { attempt_id: string }
}
