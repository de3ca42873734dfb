import { randomInt } from 'node:crypto'
import { Register } from '../core/register.ts'
import type { Payment, Terms } from './payment.ts'

/** Every payment that the bank knows, by each of its names. */
export class Payments {
  readonly #now: () => Date
  readonly #all = new Register(({ id, reference }: Payment) => ({ id, reference }))

  constructor(now: () => Date) {
    this.#now = now
  }

  open(terms: Terms): Payment {
    return this.#all.add({
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
    return this.#all.by('id', id)
  }

  byReference(reference: string): Payment | undefined {
    return this.#all.by('reference', reference)
  }

  all(): readonly Payment[] {
    return this.#all.all()
  }

  restore(payments: readonly Payment[]): void {
    this.#all.restore(payments)
  }

  clear(): void {
    this.#all.clear()
  }
}

/** `CIPG-261120-48201733054`, random, so that a reset sandbox never gives a merchant the same name twice. */
const newId = (at: Date): string =>
  `CIPG-${at.toISOString().slice(2, 10).replaceAll('-', '')}-${randomInt(10_000_000_000, 100_000_000_000)}`
