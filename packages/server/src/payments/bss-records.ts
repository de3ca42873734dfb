import type { Money } from '@nyanja/domain/money/money'

/** A BSS has these lists of its operations. */
export const bssLists = ['topups', 'orders', 'payments'] as const
export type BssList = (typeof bssLists)[number]

/** A record says what the BSS did. */
export interface BssRecord {
  /** This is the buyer's reference: ours, where the portal was the buyer. */
  readonly reference: string | undefined
  readonly bssReference: string
  readonly amount: Money | undefined
  /** The time is in epoch milliseconds. */
  readonly at: number
}

export interface BssRecords {
  readonly records: readonly BssRecord[]
  /** When true, a missing record is certainly not there. */
  readonly isComplete: boolean
}

/** Reads what a BSS reports that it did, and changes nothing. */
export interface BssRecordSource {
  /** Lists the completed operations of the portal's channel in a period of epoch milliseconds. */
  list(list: BssList, period: { readonly from: number; readonly until: number }): Promise<BssRecords>
}
