import type { Money } from '@nyanja/domain/money/money'
import type { Counterpart, EntryKind, StatementBalance } from '@nyanja/domain/reconciliation/records'

/** One row of a counterpart. Days are of the market: `2026-11-20`. */
export interface SettlementEntry {
  readonly line: number
  readonly kind: EntryKind
  readonly providerReference?: string
  /** One of ours. */
  readonly reference?: string
  /** Parts of free texts that may be references. */
  readonly otherNames?: readonly string[]
  /** Absent where the counterpart states none. */
  readonly amount?: Money
  readonly fee?: Money
  readonly net?: Money
  readonly day: string
  /** The payout that the row is part of. */
  readonly payout?: string
  readonly payoutDay?: string
}

/** Why a row or the rest of a file cannot be imported. */
export interface ImportFault {
  /** From 1; absent for the file as a whole. */
  readonly line?: number
  readonly message: string
}

/** A line that is not imported, and no fault. */
export interface UnreadLine {
  readonly line: number
  /** Of which kind it is, without a text of its cells. */
  readonly why: string
  /** What is wrong with a row of a kind that is never compared. */
  readonly message?: string
}

export type EntryRead =
  | { readonly entry: SettlementEntry }
  | { readonly fault: ImportFault }
  | { readonly unread: UnreadLine }

/** How a source of entries is compared. */
export interface FormatTerms {
  readonly counterpart: Counterpart
  /** Whose records it has: `paystack`. */
  readonly source: string
  readonly format: string
  readonly gateways: readonly string[]
  readonly lateAfterDays: number
  readonly sharedAccount: boolean
}

export interface FormatSummary extends FormatTerms {
  readonly title: string
  /** Whether the provider's own description or a file of his was read. */
  readonly verified: boolean
}

/** Everything that a counterpart reports, once. */
export interface SettlementReading {
  readonly terms: FormatTerms
  /** The name of the file, or of the call. */
  readonly name: string
  /** In the order of the source, and never all in memory. */
  readonly entries: AsyncIterable<EntryRead>
  /** Identifies the content. Entries that are read afterwards are of the same content, or end with a fault. */
  digest(): Promise<string>
  /** False where rows may be missing, once all entries were read: a missing row is no difference then. */
  isComplete(): boolean
  /** Of bank statements that have them, once all entries were read. */
  balances(): readonly StatementBalance[]
}

/** Files in the formats that are described. */
export interface SettlementFiles {
  readonly formats: readonly FormatSummary[]
  /** Undefined: no such format. Throws where the file cannot be opened. */
  open(file: string, format: string): SettlementReading | undefined
}
