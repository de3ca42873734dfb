import type { Money } from '@nyanja/domain/money/money'
import type { CorrectionRefusal } from '@nyanja/domain/payments/correction'
import type { ActingStaff } from '@nyanja/server/common/staff-action'

/** A customer's request to move a payment to another number. Times are epoch milliseconds. */
export interface CorrectionItem {
  readonly reference: string
  /** The product: `airtime`, or the code of a bundle. */
  readonly product: string
  readonly amount: Money
  readonly method: string
  /** The national digits of both numbers. */
  readonly fromMsisdn: string
  readonly wantedMsisdn: string
  readonly deliveredAt: number
  readonly askedAt: number
}

export type CorrectionDecision =
  | { readonly state: 'moved' }
  | { readonly state: 'refused'; readonly refusal: CorrectionRefusal }

interface DecidedCorrection {
  readonly reference: string
  readonly decision: CorrectionDecision
  readonly who: string
  readonly why: string
  readonly staff?: ActingStaff | undefined
}

/** Requests that wait for support. */
export interface CorrectionQueue {
  /** Lists the oldest requests first. */
  open(limit: number): Promise<readonly CorrectionItem[]>
  /** The open request about a payment. */
  find(reference: string): Promise<CorrectionItem | undefined>
  /** Records who decided: false when no request with this reference is open. */
  decide(decided: DecidedCorrection): Promise<boolean>
}
