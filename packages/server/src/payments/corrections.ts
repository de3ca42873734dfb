import { type CorrectionRefusal, type CorrectionState, mayAskCorrection } from '@nyanja/domain/payments/correction'
import type { Payment } from './attempt.ts'
import type { OrderedPayment } from './payment-progress.ts'

interface CorrectionsOptions {
  readonly store: CorrectionStore
  readonly now: () => number
}

type AskCorrectionResult = 'asked' | 'asked_before' | 'too_late'

/** The way back from a wrong number: a wish that support acts on. */
export class Corrections {
  readonly #store: CorrectionStore
  readonly #now: () => number

  constructor({ store, now }: CorrectionsOptions) {
    this.#store = store
    this.#now = now
  }

  /** Whoever paid for somebody else has not chosen the number. */
  mayAsk({ delivery, order }: Pick<OrderedPayment, 'delivery' | 'order'>): boolean {
    return order.payLink === undefined && mayAskCorrection(delivery, this.#now())
  }

  /** Only what was delivered can have one. */
  async of({ attempt, delivery }: Pick<Payment, 'attempt' | 'delivery'>): Promise<Correction | undefined> {
    return delivery?.state === 'delivered' ? this.#store.of(attempt.id) : undefined
  }

  /** `wantedMsisdn` is a number whose handset the asker has shown to be at hand. */
  async ask(payment: OrderedPayment, wantedMsisdn: string): Promise<AskCorrectionResult> {
    if (!this.mayAsk(payment)) return 'too_late'
    return (await this.#store.add(payment.attempt.id, wantedMsisdn)) ? 'asked' : 'asked_before'
  }
}

/** Times are epoch milliseconds. */
export interface Correction {
  readonly attemptId: string
  /** Nine national digits of the number that was meant; empty once it was forgotten. */
  readonly wantedMsisdn: string
  readonly state: CorrectionState
  readonly refusal?: CorrectionRefusal
  readonly askedAt: number
  readonly decidedAt?: number
}

/** Keeps what customers ask to have put right. What becomes of it is for people to decide. */
export interface CorrectionStore {
  /** One for each payment: false when there is one already. */
  add(attemptId: string, wantedMsisdn: string): Promise<boolean>
  of(attemptId: string): Promise<Correction | undefined>
}
