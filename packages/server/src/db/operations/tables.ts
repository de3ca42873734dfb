import type { Generated } from 'kysely'

export interface MethodSwitchTable {
  method: string
  is_open: number
  reason: string
  who: string
  at: number
}

/** What operators did. The subject is a payment's reference or a method. */
export interface OperatorActionTable {
  id: Generated<number>
  at: number
  who: string
  action: string
  subject: string
  why: string
  /** A code of ours. */
  detail: string | null
}

/** Moments since which the database may lack what was done. */
export interface RecoveryTable {
  at: number
  since: number
  reason: string
  who: string
  journal_read_at: number | null
}

/** Payments that providers know and the database does not. It holds no personal data. */
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

export interface OperationTables {
  recoveries: RecoveryTable
  unknown_payments: UnknownPaymentTable
  database_servers: { what: string; identity: string }
  method_switches: MethodSwitchTable
  operator_actions: OperatorActionTable
  retired_payments: { attempt_id: string }
  retention_marks: { kind: string; up_to: number }
}
