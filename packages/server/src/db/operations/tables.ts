import type { Generated } from 'kysely'

export interface MethodSwitchTable {
  method: string
  is_open: number
  reason: string
  who: string
  at: number
}

/** Actions of operators. The subject is a payment's reference or a method. */
export interface OperatorActionTable {
  id: Generated<number>
  at: number
  who: string
  action: string
  subject: string
  why: string
  /** One of the portal's codes. */
  detail: string | null
}

/** Times since which the database may lack effects that happened. */
export interface RecoveryTable {
  at: number
  since: number
  reason: string
  who: string
  journal_read_at: number | null
}

/** Payments that providers know and the database does not. Contains no personal data. */
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
