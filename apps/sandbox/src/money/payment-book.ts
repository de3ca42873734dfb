import { isWaiting, type Payment } from './payment.ts'

/** Every payment that was ever asked for, found by each of its names without a search. */
export class PaymentBook {
  readonly #byId = new Map<string, Payment>()
  readonly #byMoneyId = new Map<string, Payment>()
  readonly #waitingByMsisdn = new Map<string, Set<Payment>>()
  readonly #waiting = new Set<Payment>()
  #serial = 0

  add(payment: Payment): void {
    this.#byId.set(payment.id, payment)
    if (payment.moneyId !== undefined) {
      this.#byMoneyId.set(payment.moneyId, payment)
      this.#serial += 1
    }
    if (isWaiting(payment)) this.#await(payment)
  }

  byId(id: string): Payment | undefined {
    return this.#byId.get(id)
  }

  byMoneyId(moneyId: string): Payment | undefined {
    return this.#byMoneyId.get(moneyId)
  }

  /** Goes on after a reset, because merchants never forget a number. */
  nextSerial(): number {
    this.#serial += 1
    return this.#serial
  }

  waitingOf(msisdn: string): readonly Payment[] {
    return [...(this.#waitingByMsisdn.get(msisdn) ?? [])]
  }

  waiting(): Iterable<Payment> {
    return this.#waiting
  }

  /** To be called when the status of a payment has moved. */
  index(payment: Payment): void {
    if (payment.moneyId !== undefined) this.#byMoneyId.set(payment.moneyId, payment)
    if (isWaiting(payment)) return
    this.#waiting.delete(payment)
    const ofNumber = this.#waitingByMsisdn.get(payment.msisdn)
    ofNumber?.delete(payment)
    if (ofNumber?.size === 0) this.#waitingByMsisdn.delete(payment.msisdn)
  }

  captured(): readonly Payment[] {
    return [...this.#byMoneyId.values()]
  }

  all(): readonly Payment[] {
    return [...this.#byId.values()]
  }

  clear(): void {
    for (const index of [this.#byId, this.#byMoneyId, this.#waitingByMsisdn, this.#waiting]) index.clear()
  }

  #await(payment: Payment): void {
    this.#waiting.add(payment)
    const ofNumber = this.#waitingByMsisdn.get(payment.msisdn)
    if (ofNumber) ofNumber.add(payment)
    else this.#waitingByMsisdn.set(payment.msisdn, new Set([payment]))
  }
}
