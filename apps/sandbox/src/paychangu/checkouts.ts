import { randomInt } from 'node:crypto'
import type { Checkout, CheckoutTerms } from './checkout.ts'

/** Every checkout that PayChangu knows, by each of its names. */
export class Checkouts {
  readonly #now: () => Date
  readonly #byId = new Map<string, Checkout>()
  readonly #byReference = new Map<string, Checkout>()
  readonly #byChargeId = new Map<string, Checkout>()

  constructor(now: () => Date) {
    this.#now = now
  }

  open(terms: CheckoutTerms): Checkout {
    return this.#add({
      ...terms,
      id: newNumber(),
      chargeId: newNumber(),
      createdAt: this.#now().toISOString(),
      attempts: 0,
      status: 'pending',
      declineReason: '',
      card: undefined,
      challengeId: undefined,
      payment: undefined,
      isReversed: false,
      refund: undefined,
    })
  }

  byId(id: string): Checkout | undefined {
    return this.#byId.get(id)
  }

  byReference(reference: string): Checkout | undefined {
    return this.#byReference.get(reference)
  }

  byChargeId(chargeId: string): Checkout | undefined {
    return this.#byChargeId.get(chargeId)
  }

  all(): readonly Checkout[] {
    return [...this.#byId.values()]
  }

  restore(checkouts: readonly Checkout[]): void {
    this.clear()
    for (const checkout of checkouts) this.#add(checkout)
  }

  clear(): void {
    this.#byId.clear()
    this.#byReference.clear()
    this.#byChargeId.clear()
  }

  #add(checkout: Checkout): Checkout {
    this.#byId.set(checkout.id, checkout)
    this.#byReference.set(checkout.reference, checkout)
    this.#byChargeId.set(checkout.chargeId, checkout)
    return checkout
  }
}

/** Random, so that a reset sandbox never gives a merchant the same name twice. */
const newNumber = (): string => String(randomInt(10_000_000_000_000, 100_000_000_000_000))
