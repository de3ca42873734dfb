import { type CorrectionRefusal, type CorrectionState, mayAskCorrection } from '@nyanja/domain/payments/correction'
import type { Payment } from './attempt.ts'
import type { OrderedPayment } from './payment-progress.ts'

interface CorrectionsOptions {
  readonly store: CorrectionStore
  readonly now: () => number
}

type AskCorrectionResult = 'asked' | 'asked_before' | 'too_late'

/** Requests to move a payment to the right number, decided by support. */
export class Corrections {
  readonly #store: CorrectionStore
  readonly #now: () => number

  constructor({ store, now }: CorrectionsOptions) {
    this.#store = store
    this.#now = now
  }

  /** Tells whether a payer may ask: that of another customer's order has not chosen the number. */
  mayAsk({ delivery, order, refund }: Pick<OrderedPayment, 'delivery' | 'order' | 'refund'>): boolean {
    return order.payLink === undefined && refund === undefined && mayAskCorrection(delivery, this.#now())
  }

  /** Finds the correction; only delivered payments can have one. */
  async of({ attempt, delivery }: Pick<Payment, 'attempt' | 'delivery'>): Promise<Correction | undefined> {
    return delivery?.state === 'delivered' ? this.#store.of(attempt.id) : undefined
  }

  /** `wantedMsisdn` is a number whose handset the customer was proved to hold. */
  async ask(payment: OrderedPayment, wantedMsisdn: string): Promise<AskCorrectionResult> {
    if (!this.mayAsk(payment)) return 'too_late'
    return (await this.#store.add(payment.attempt.id, wantedMsisdn)) ? 'asked' : 'asked_before'
  }
}

/** A request for a correction. Times are epoch milliseconds. */
export interface Correction {
  readonly attemptId: string
  /** The national digits of the intended number; empty once it was forgotten. */
  readonly wantedMsisdn: string
  readonly state: CorrectionState
  readonly refusal?: CorrectionRefusal
  readonly askedAt: number
  readonly decidedAt?: number
}

/** Stores customers' correction requests. Support decides about them. */
export interface CorrectionStore {
  /** Adds the one correction of a payment: false when there is one already. */
  add(attemptId: string, wantedMsisdn: string): Promise<boolean>
  of(attemptId: string): Promise<Correction | undefined>
}
