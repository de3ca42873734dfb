import type { Money } from '@nyanja/domain/money/money'
import type { CorrectionRefusal } from '@nyanja/domain/payments/correction'

/** What a customer asks to have moved to another number. Times are epoch milliseconds. */
export interface CorrectionItem {
  readonly reference: string
  /** What was bought: `airtime`, or the code of a bundle. */
  readonly product: string
  readonly amount: Money
  readonly method: string
  /** Nine national digits each. */
  readonly fromMsisdn: string
  readonly wantedMsisdn: string
  readonly deliveredAt: number
  readonly askedAt: number
}

export type CorrectionDecision =
  | { readonly state: 'moved' }
  | { readonly state: 'refused'; readonly refusal: CorrectionRefusal }

export interface DecidedCorrection {
  readonly reference: string
  readonly decision: CorrectionDecision
  readonly who: string
  readonly why: string
}

/** What waits for support. */
export interface CorrectionQueue {
  /** Oldest first. */
  open(limit: number): Promise<readonly CorrectionItem[]>
  /** With a record of who did it. False when nothing of this reference waits. */
  decide(decided: DecidedCorrection): Promise<boolean>
}
