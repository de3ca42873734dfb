import type { Money } from '@nyanja/domain/money/money'
import type { Counterpart, EntryKind, StatementBalance } from '@nyanja/domain/reconciliation/records'

/** One row of a counterpart. Days are of the market: `2026-11-20`. */
export interface SettlementEntry {
  readonly line: number
  readonly kind: EntryKind
  readonly providerReference?: string
  /** One of our references. */
  readonly reference?: string
  /** Parts of free texts that may be references. */
  readonly otherNames?: readonly string[]
  /** The amount, absent where the counterpart states none. */
  readonly amount?: Money
  readonly fee?: Money
  readonly net?: Money
  readonly day: string
  /** The payout that the row is part of. */
  readonly payout?: string
  readonly payoutDay?: string
}

/** The reason why a row or the rest of a file cannot be imported. */
export interface ImportFault {
  /** The number of the line from 1, absent for the file as a whole. */
  readonly line?: number
  readonly message: string
}

/** A line that is not imported, and no fault. */
export interface UnreadLine {
  readonly line: number
  /** The kind of the line, without a text of its cells. */
  readonly why: string
  /** The fault of a row whose kind is never compared. */
  readonly message?: string
}

export type EntryRead =
  | { readonly entry: SettlementEntry }
  | { readonly fault: ImportFault }
  | { readonly unread: UnreadLine }

/** The terms by which a source of entries is compared. */
export interface FormatTerms {
  readonly counterpart: Counterpart
  /** The counterpart whose records it has, such as `paystack`. */
  readonly source: string
  readonly format: string
  readonly gateways: readonly string[]
  readonly lateAfterDays: number
  readonly sharedAccount: boolean
}

export interface FormatSummary extends FormatTerms {
  readonly title: string
  /** Whether the format was made from the provider's own description, or has read a real file. */
  readonly verified: boolean
}

/** Everything that a counterpart reports, once. */
export interface SettlementReading {
  readonly terms: FormatTerms
  /** The name of the file, or of the call. */
  readonly name: string
  /** The entries in the order of the source, never all in memory. */
  readonly entries: AsyncIterable<EntryRead>
  /** Identifies the content. Entries that are read afterwards are of the same content, or end with a fault. */
  digest(): Promise<string>
  /** Returns false where rows may be missing, once all entries were read: a missing row is no difference then. */
  isComplete(): boolean
  /** Lists the balances of bank statements that have them, once all entries were read. */
  balances(): readonly StatementBalance[]
}

/** Files in the formats that are described. */
export interface SettlementFiles {
  readonly formats: readonly FormatSummary[]
  /** Opens a file: undefined when there is no such format. Throws where the file cannot be opened. */
  open(file: string, format: string): SettlementReading | undefined
}
