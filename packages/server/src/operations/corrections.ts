import { displayMoney, type Money } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { type CorrectionRefusal, computeAnswerDeadline } from '@nyanja/domain/payments/correction'
import { textTable, timeText } from '../common/text-table.ts'
import type { ActingStaff } from './acting-staff.ts'

/** A customer's request to move a payment to another number. Times are epoch milliseconds. */
export interface CorrectionItem {
  readonly reference: string
  /** The product: `airtime`, or the code of a bundle. */
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

interface DecidedCorrection {
  readonly reference: string
  readonly decision: CorrectionDecision
  readonly who: string
  readonly why: string
  readonly staff?: ActingStaff | undefined
}

/** Requests that wait for support. */
export interface CorrectionQueue {
  /** Oldest first. */
  open(limit: number): Promise<readonly CorrectionItem[]>
  /** The open request about a payment. */
  find(reference: string): Promise<CorrectionItem | undefined>
  /** Records who did it. False when no request with this reference is open. */
  decide(decided: DecidedCorrection): Promise<boolean>
}

const headings = ['reference', 'asked', 'answer by', 'what', 'amount', 'method', 'delivered', 'went to', 'meant for']

/** Unmasked numbers: moving a payment needs both. */
export function correctionsText(items: readonly CorrectionItem[], countryCode: string): string {
  if (items.length === 0) return 'No correction request is open'
  const number = (msisdn: string) => (msisdn === '' ? 'forgotten' : international(msisdn, { countryCode }))
  const rows = items.map(({ reference, product, amount, method, fromMsisdn, wantedMsisdn, deliveredAt, askedAt }) => [
    reference,
    timeText(askedAt),
    timeText(computeAnswerDeadline(askedAt)),
    product,
    displayMoney(amount),
    method,
    timeText(deliveredAt),
    number(fromMsisdn),
    number(wantedMsisdn),
  ])
  return textTable(headings, rows)
}
