import { mayAskCorrection } from '@nyanja/domain/payments/correction'
import type { Payment } from './attempt.ts'
import type { Correction, CorrectionStore } from './correction-store.ts'
import type { OrderedPayment } from './payment-progress.ts'

export interface CorrectionsOptions {
  readonly store: CorrectionStore
  readonly now: () => number
}

export type AskCorrectionResult = 'asked' | 'asked_before' | 'too_late'

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
