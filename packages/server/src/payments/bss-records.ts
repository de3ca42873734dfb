import type { Money } from '@nyanja/domain/money/money'

/** The lists that a BSS has of its operations. */
export const bssLists = ['topups', 'orders', 'payments'] as const
export type BssList = (typeof bssLists)[number]

/** An operation that the BSS made. */
export interface BssRecord {
  /** The buyer's reference: ours, where the portal was the buyer. */
  readonly reference: string | undefined
  readonly bssReference: string
  readonly amount: Money | undefined
  /** The time in epoch milliseconds. */
  readonly at: number
}

export interface BssRecords {
  readonly records: readonly BssRecord[]
  /** Whether a missing record is certainly not there. */
  readonly isComplete: boolean
}

/** Reads what a BSS reports that it did, and changes nothing. */
export interface BssRecordSource {
  /** Lists the completed operations of the portal's channel in a period of epoch milliseconds. */
  list(list: BssList, period: { readonly from: number; readonly until: number }): Promise<BssRecords>
}
