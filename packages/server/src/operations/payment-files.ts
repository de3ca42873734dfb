import { type JudgedAct, judgePaymentActs } from '@nyanja/domain/staff/payment-acts'
import { isPermitted, permissions, type Staff } from '@nyanja/domain/staff/roles'
import { minute } from '@nyanja/domain/time'
import type { ActionLog } from './action-log.ts'
import type { CorrectionItem, CorrectionQueue } from './corrections.ts'
import type { HistoricAttempt, PaymentHistory, Reviews } from './reviews.ts'
import type { StaffRequest, StaffRequestStore } from './staff-requests.ts'

/** All that staff see of a payment, and what can be done for it now. */
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
  readonly log: ActionLog
  readonly now: () => number
}

/** A page that is opened again so soon is the same look. */
const sameLookMs = 10 * minute
export const lookAction = 'payments look'

/** The file of a payment. Who looks at it is recorded in it. */
export class PaymentFiles {
  readonly #options: PaymentFilesOptions

  constructor(options: PaymentFilesOptions) {
    this.#options = options
  }

  async open(name: string, staff: Staff): Promise<PaymentFile | undefined> {
    const { reviews, requests, corrections } = this.#options
    const history = await reviews.show(name)
    const attempt = history?.attempts.find(({ reference }) => reference === history.reference)
    if (history === undefined || attempt === undefined) return undefined
    const { reference } = history
    const [open, correction] = await Promise.all([
      requests.of(reference),
      corrections.find(reference),
      this.#recordLook(reference, staff),
    ])
    const acts = judgePaymentActs({
      components: attempt.components,
      reviews: attempt.reviews,
      hasContact: history.msisdn !== '' || attempt.payerMsisdn !== '',
      ...(correction && { correction: 'asked' as const }),
      requested: open.map(({ act }) => act),
    })
    return { history, attempt, acts, requests: open, ...(correction && { correction }) }
  }

  async #recordLook(subject: string, { id, name: who, roles }: Staff): Promise<void> {
    const { log, now } = this.#options
    const recent = await log.list({ subject, staffId: id, from: now() - sameLookMs })
    if (recent.some(({ action }) => action === lookAction)) return
    const role = roles.find((one) => isPermitted([one], 'view-payment')) ?? permissions['view-payment'][0]
    await log.record({ who, action: lookAction, subject, why: '', staff: { id, role, reason: '' } })
  }
}
