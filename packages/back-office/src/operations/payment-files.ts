import { type ActSituation, isPrepaidLine, type JudgedAct, judgePaymentActs } from '@nyanja/domain/staff/payment-acts'
import type { Staff } from '@nyanja/domain/staff/roles'
import type { CorrectionItem, CorrectionQueue } from './corrections.ts'
import type { Looks } from './looks.ts'
import { type HistoricAttempt, type PaymentHistory, priceOf, type Reviews } from './reviews.ts'
import type { StaffRequest, StaffRequestStore } from './staff-requests.ts'

/** Everything that staff see of a payment, with what can be done for it now. */
export interface PaymentFile {
  readonly history: PaymentHistory
  /** The attempt that was asked for, one of the history's. */
  readonly attempt: HistoricAttempt
  readonly acts: readonly JudgedAct[]
  /** Acts that wait for a second person. */
  readonly requests: readonly StaffRequest[]
  /** The customer's open request to move the payment to another number. */
  readonly correction?: CorrectionItem
}

interface PaymentFilesOptions {
  readonly reviews: Reviews
  readonly requests: StaffRequestStore
  readonly corrections: CorrectionQueue
  readonly looks: Looks
}

/** Collects the facts that decide what can be done for a payment. */
export function situationOf(
  history: PaymentHistory,
  attempt: HistoricAttempt,
  requested: readonly StaffRequest[],
): ActSituation {
  const { amount: paid, part, credit, takeback, components, reviews, correction } = attempt
  return {
    ...{ paid, price: priceOf(attempt), components, reviews, kind: history.kind, requested },
    hasPrepaidLine: isPrepaidLine(history),
    hasContact: history.msisdn !== '' || attempt.payerMsisdn !== '',
    ...(part && { part }),
    ...(credit && { credit }),
    ...(takeback && { takeback }),
    ...(attempt.isExcessRefund && { isExcessRefund: true as const }),
    ...(correction && { correction }),
  }
}

/** Reads the file of a payment, and records in it who looked. */
export class PaymentFiles {
  readonly #options: PaymentFilesOptions

  constructor(options: PaymentFilesOptions) {
    this.#options = options
  }

  async readAndRecordLook(name: string, staff: Staff): Promise<PaymentFile | undefined> {
    const { reviews, requests, corrections, looks } = this.#options
    const history = await reviews.show(name)
    const attempt = history?.attempts.find(({ reference }) => reference === history.reference)
    if (history === undefined || attempt === undefined) return undefined
    const { reference } = history
    const [open, correction] = await Promise.all([
      requests.openAbout(reference),
      corrections.find(reference),
      looks.record('payment', reference, staff),
    ])
    const acts = judgePaymentActs(situationOf(history, attempt, open))
    return { history, attempt, acts, requests: open, ...(correction && { correction }) }
  }
}
