import { randomInt } from 'node:crypto'
import type { Payment, Terms } from './payment.ts'

/** Every payment that the bank knows, by each of its names. */
export class Payments {
  readonly #now: () => Date
  readonly #byId = new Map<string, Payment>()
  readonly #byReference = new Map<string, Payment>()

  constructor(now: () => Date) {
    this.#now = now
  }

  open(terms: Terms): Payment {
    return this.#add({
      ...terms,
      id: newId(this.#now()),
      createdAt: this.#now().toISOString(),
      outcome: 'open',
      taken: undefined,
      isRefunded: false,
      declineReason: '',
      card: undefined,
      challengeId: undefined,
    })
  }

  byId(id: string): Payment | undefined {
    return this.#byId.get(id)
  }

  byReference(reference: string): Payment | undefined {
    return this.#byReference.get(reference)
  }

  all(): readonly Payment[] {
    return [...this.#byId.values()]
  }

  restore(payments: readonly Payment[]): void {
    this.clear()
    for (const payment of payments) this.#add(payment)
  }

  clear(): void {
    this.#byId.clear()
    this.#byReference.clear()
  }

  #add(payment: Payment): Payment {
    this.#byId.set(payment.id, payment)
    this.#byReference.set(payment.reference, payment)
    return payment
  }
}

/** `CIPG-261120-48201733054`, random, so that a reset sandbox never gives a merchant the same name twice. */
const newId = (at: Date): string =>
  `CIPG-${at.toISOString().slice(2, 10).replaceAll('-', '')}-${randomInt(10_000_000_000, 100_000_000_000)}`
