// @ts-nocheck
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

export interface OperationTables {
  method_switches: MethodSwitchTable
  operator_actions: OperatorActionTable
  retired_payments: { attempt_id: string }
  retention_marks: { kind: string; up_to: number }
}
