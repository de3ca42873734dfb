import type { Currency } from '@nyanja/domain/money/money'
import type { CaseReason, ReconciliationResult } from '@nyanja/domain/reconciliation/case-reasons'
import type { CaseState } from '@nyanja/domain/reconciliation/case-states'
import type { Counterpart, EntryKind } from '@nyanja/domain/reconciliation/records'
import type { Generated } from 'kysely'

/** Times are epoch milliseconds, amounts minor units, days `2026-11-20` in the market's time zone. */
export interface SettlementImportTable {
  id: Generated<number>
  counterpart: Counterpart
  source: string
  format: string
  file_name: string
  /** SHA-256 of the file's bytes. */
  digest: string
  state: 'staging' | 'committed'
  row_count: Generated<number>
  /** The lines that were not imported, by kind. */
  unread_json: Generated<string>
  /** The days on which the file reports completely, unless `is_complete` is 0. */
  from_day: string | null
  until_day: string | null
  is_complete: Generated<number>
  gateways_json: string
  late_after_days: number
  imported_by: string
  imported_at: number
  /** The time of the comparison, or of undoing it after the import was withdrawn. */
  compared_at: number | null
  /** The time from which on the rows count no longer. */
  withdrawn_at: number | null
}

export interface SettlementRowTable {
  import_id: number
  /** The number of the row from 1, in the order of the file. */
  row: number
  line: number
  kind: EntryKind
  provider_reference: string | null
  reference: string | null
  /** Further names, separated by spaces. */
  other_names: string | null
  amount_minor: number | null
  currency: Currency | null
  fee_minor: number | null
  net_minor: number | null
  day: string
  payout: string | null
  payout_day: string | null
  /** The attempt's id or the payout that the row names. Null means nothing of ours. */
  subject: string | null
  /** Null means not compared yet, or of a kind that is not compared. */
  result: Exclude<ReconciliationResult, 'ours_only'> | null
}

export interface ReconciliationCaseTable {
  id: Generated<number>
  counterpart: Counterpart
  source: string
  /** Identifies the difference in all later comparisons. */
  key: string
  kind: EntryKind
  result: Exclude<ReconciliationResult, 'matched'>
  /** The differences, separated by spaces. */
  differences: string
  reason: CaseReason
  day: string
  subject: string | null
  /** The import and the row, where there is one. */
  import_id: number | null
  row: number | null
  ours_minor: number | null
  ours_currency: Currency | null
  theirs_minor: number | null
  theirs_currency: Currency | null
  /** Further figures that differ. */
  figures_json: Generated<string>
  /** The text that changes when the difference changes. */
  finding: string
  state: CaseState
  opened_at: number
  closed_at: number | null
  /** The member of staff who acted last. */
  decided_by: string | null
  why: string | null
}

export interface StatementBalanceTable {
  import_id: number
  /** The number of the statement from 1, in the order of the file. */
  statement: number
  account: string
  currency: Currency
  day: string
  opening_minor: number
  /** The sum of its entries. */
  moved_minor: number
  closing_minor: number
}

export interface ReconciliationTables {
  statement_balances: StatementBalanceTable
  settlement_imports: SettlementImportTable
  settlement_rows: SettlementRowTable
  reconciliation_cases: ReconciliationCaseTable
}
