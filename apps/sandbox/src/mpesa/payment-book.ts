import { isWaiting, type Payment, type Reversal } from './payment.ts'

export type Entry = { readonly payment: Payment; readonly reversal?: Reversal }

/** Every payment and reversal, found by each name that a query may use. */
export class PaymentBook {
  readonly #payments = new Map<string, Payment>()
  readonly #byName = new Map<string, Entry>()
  readonly #waiting = new Set<Payment>()

  add(payment: Payment): void {
    this.#payments.set(payment.id, payment)
    this.index(payment)
  }

  /** To be called when a payment has moved. */
  index(payment: Payment): void {
    if (isWaiting(payment)) this.#waiting.add(payment)
    else this.#waiting.delete(payment)
    for (const name of [payment.id, payment.conversationId, payment.transactionId]) {
      if (name !== undefined) this.#byName.set(name, { payment })
    }
    for (const reversal of payment.reversals) {
      for (const name of [reversal.id, reversal.transactionId]) this.#byName.set(name, { payment, reversal })
    }
  }

  byId(id: string): Payment | undefined {
    return this.#payments.get(id)
  }

  byName(name: string): Entry | undefined {
    return this.#byName.get(name)
  }

  waiting(): readonly Payment[] {
    return [...this.#waiting]
  }

  all(): readonly Payment[] {
    return [...this.#payments.values()]
  }

  clear(): void {
    for (const index of [this.#payments, this.#byName, this.#waiting]) index.clear()
  }
}
