import type { Currency } from '@nyanja/domain/money/money'
import type { CaseReason, ReconciliationResult } from '@nyanja/domain/reconciliation/case-reasons'
import type { CaseState } from '@nyanja/domain/reconciliation/case-states'
import type { ComparedFigure, Difference } from '@nyanja/domain/reconciliation/match'
import type {
  Counterpart,
  EntryKind,
  OurRecord,
  StatementBalance,
  TheirRecord,
} from '@nyanja/domain/reconciliation/records'
import type { FormatTerms, SettlementEntry } from './settlement-files.ts'
import type { UnreadKind } from './unread-lines.ts'

/** A committed import. Days are of the market. */
export interface SettlementImport {
  readonly id: number
  readonly counterpart: Counterpart
  readonly source: string
  readonly format: string
  readonly fileName: string
  readonly rows: number
  readonly fromDay: string | undefined
  readonly untilDay: string | undefined
  /** The lines that were not imported, by kind. */
  readonly unread: readonly UnreadKind[]
  /** Whether a missing row means that the counterpart has no such record. */
  readonly isComplete: boolean
  readonly gateways: readonly string[]
  readonly lateAfterDays: number
  readonly importedBy: string
  /** The time in epoch milliseconds. */
  readonly importedAt: number
  /** The time, undefined when the comparison, or undoing it after a withdrawal, was interrupted. */
  readonly comparedAt: number | undefined
  /** The time from which on the rows count no longer. */
  readonly withdrawnAt: number | undefined
}

export interface StagedEntry extends SettlementEntry {
  readonly row: number
  /** The attempt's id or the payout that the row names. */
  readonly subject: string | undefined
}

export interface CommittedFile {
  readonly days: { readonly fromDay: string; readonly untilDay: string } | undefined
  readonly rows: number
  readonly unread: readonly UnreadKind[]
  readonly isComplete: boolean
}

export type Committed =
  | { readonly outcome: 'committed' }
  /** Another import of the same content was first. */
  | { readonly outcome: 'imported_before'; readonly first: SettlementImport }

/** Stores imports, which are staged in parts and become visible all at once. */
export interface SettlementImportStore {
  /** Finds the committed import of this content that is not withdrawn. */
  findByDigest(digest: string): Promise<SettlementImport | undefined>
  /** Begins an import, and removes what interrupted ones have left. Returns its id. */
  begin(terms: FormatTerms, file: { readonly name: string; readonly by: string }): Promise<number>
  /** Finds what each entry names, in their order. */
  resolve(terms: FormatTerms, entries: readonly SettlementEntry[]): Promise<readonly (string | undefined)[]>
  add(importId: number, entries: readonly StagedEntry[]): Promise<void>
  addBalances(importId: number, balances: readonly StatementBalance[]): Promise<void>
  commit(importId: number, digest: string, file: CommittedFile): Promise<Committed>
  discard(importId: number): Promise<void>
  /** Lists the newest imports first, withdrawn ones among them. */
  list(limit: number): Promise<readonly SettlementImport[]>
  /**
   * Withdraws an import, so that its rows count no longer. False when it is withdrawn, or there is none. The act is
   * recorded in the log of actions.
   */
  withdraw(importId: number, by: CaseActor & { readonly agreedBy: string }): Promise<boolean>
  find(importId: number): Promise<SettlementImport | undefined>
  /** Counts the rows of each kind with each result; rows without one are not compared. */
  summary(importId: number): Promise<readonly ResultCount[]>
}

export interface ResultCount {
  readonly kind: EntryKind
  readonly result: ReconciliationResult | undefined
  readonly rows: number
}

/** A stored row with what it names. */
export interface StoredRow {
  readonly importId: number
  readonly row: number
  readonly subject: string | undefined
  readonly result: Exclude<ReconciliationResult, 'ours_only'> | undefined
  readonly record: TheirRecord
}

/** Our record and its subject. */
export interface SubjectRecord {
  readonly subject: string
  readonly record: OurRecord
}

export interface RowResult {
  readonly importId: number
  readonly row: number
  /** The result, undefined when the same entry is in a later file. */
  readonly result: Exclude<ReconciliationResult, 'ours_only'> | undefined
}

/** A difference, before it is stored as a case. */
export interface FoundCase {
  readonly key: string
  readonly kind: EntryKind
  readonly result: Exclude<ReconciliationResult, 'matched'>
  readonly differences: readonly Difference[]
  readonly reason: CaseReason
  readonly day: string
  readonly subject: string | undefined
  /** The row that the case is about; without a number, the file. */
  readonly row: { readonly importId: number; readonly row?: number | undefined } | undefined
  readonly ours: { readonly currency: Currency; readonly minor: number } | undefined
  readonly theirs: { readonly currency: Currency; readonly minor: number } | undefined
  /** Further figures that differ. */
  readonly figures?: readonly ComparedFigure[] | undefined
}

/** The results of some subjects: a difference that is not among the cases exists no longer. */
export interface Comparison {
  readonly source: Pick<SettlementImport, 'source' | 'counterpart'>
  readonly subjects: readonly string[]
  readonly results: readonly RowResult[]
  readonly cases: readonly FoundCase[]
}

export interface ReportedDays {
  /** Every day that complete imports of the source report on. */
  readonly days: ReadonlySet<string>
  readonly firstDay: string | undefined
  /** The last day, empty without any. */
  readonly lastDay: string
}

/** Stores comparisons. Each method can be repeated without changing the result. */
export interface ComparisonStore {
  /** Lists the imports whose comparison was interrupted. */
  uncompared(): Promise<readonly SettlementImport[]>
  /** Lists the withdrawn imports whose consequences are not undone yet. */
  withdrawn(): Promise<readonly SettlementImport[]>
  /**
   * Removes the rows and balances of a withdrawn import, and closes the cases about those that name nothing of ours.
   */
  removeRows(importId: number): Promise<void>
  reportedDays(source: string): Promise<ReportedDays>
  /** The subjects of an import's rows, in batches. */
  subjectsOf(importId: number): AsyncIterable<readonly string[]>
  /** Lists our subjects between two days without a row of the source, and those with an open case, in batches. */
  unmatched(of: SettlementImport): AsyncIterable<readonly string[]>
  /** The committed rows of the source about these subjects. */
  rowsAbout(source: string, subjects: readonly string[]): Promise<readonly StoredRow[]>
  oursOf(of: SettlementImport, subjects: readonly string[]): Promise<readonly SubjectRecord[]>
  /** Looks up again what unknown rows of the import name, and returns the subjects that were found. */
  resolveUnknown(of: SettlementImport): Promise<readonly string[]>
  /** The imports about whose rows a case is open, and the newest one of each source with an open case. */
  withOpenCases(): Promise<readonly SettlementImport[]>
  /** The subjects of a source's open cases, in batches. */
  openSubjects(source: string): AsyncIterable<readonly string[]>
  /** Lists the rows of the import that name nothing of ours, in batches. */
  unknownRows(importId: number): AsyncIterable<readonly StoredRow[]>
  balancesOf(importId: number): Promise<readonly StatementBalance[]>
  save(comparison: Comparison): Promise<void>
  finish(importId: number): Promise<void>
}

/** A stored difference. */
export interface ReconciliationCase extends Omit<FoundCase, 'key'> {
  readonly id: number
  readonly counterpart: Counterpart
  readonly source: string
  readonly state: CaseState
  /** The time in epoch milliseconds. */
  readonly openedAt: number
  readonly closedAt: number | undefined
  /** The readable reference of the payment. */
  readonly reference: string | undefined
  readonly decidedBy: string | undefined
  readonly why: string | undefined
}

export interface CaseFilter {
  readonly source?: string | undefined
  readonly state?: CaseState | undefined
  readonly reason?: CaseReason | undefined
  /** The import whose row the case is about. */
  readonly importId?: number | undefined
  readonly fromDay?: string | undefined
  readonly untilDay?: string | undefined
  readonly subject?: string | undefined
}

/**
 * A reconciled day is one day of one source. With `incomplete` rows may be missing, so our records without a row are no
 * difference.
 */
export interface ReconciledDay {
  readonly source: string
  readonly day: string
  readonly state: 'complete' | 'incomplete'
  readonly matched: number
  readonly different: number
  readonly theirsOnly: number
  readonly oursOnly: number
}

export interface CaseStore {
  /** Lists the newest days first. */
  list(filter: CaseFilter, limit: number): Promise<readonly ReconciliationCase[]>
  find(id: number): Promise<ReconciliationCase | undefined>
  countOpen(): Promise<readonly { readonly source: string; readonly reason: CaseReason; readonly cases: number }[]>
  /** Lists the newest days first. */
  days(filter: Pick<CaseFilter, 'source' | 'fromDay' | 'untilDay'>): Promise<readonly ReconciledDay[]>
  /** Moves a case: false when it was moved before, or has no such move. The move is recorded in the log of actions. */
  move(id: number, move: CaseMove, by: CaseActor): Promise<boolean>
}

export interface CaseMove {
  readonly from: CaseState
  readonly to: CaseState
}

/** The actor and the reason. `staff` is missing on the command line. */
export interface CaseActor {
  readonly who: string
  readonly why: string
  readonly staff?: { readonly id: string; readonly role: string; readonly reason: string } | undefined
}
