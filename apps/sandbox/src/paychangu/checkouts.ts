import { randomInt } from 'node:crypto'
import { Register } from '../core/register.ts'
import type { Checkout, CheckoutTerms } from './checkout.ts'

/** Every checkout that PayChangu knows, by each of its names. */
export class Checkouts {
  readonly #now: () => Date
  readonly #all = new Register(({ id, reference, chargeId }: Checkout) => ({ id, reference, chargeId }))

  constructor(now: () => Date) {
    this.#now = now
  }

  open(terms: CheckoutTerms): Checkout {
    return this.#all.add({
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
    return this.#all.by('id', id)
  }

  byReference(reference: string): Checkout | undefined {
    return this.#all.by('reference', reference)
  }

  byChargeId(chargeId: string): Checkout | undefined {
    return this.#all.by('chargeId', chargeId)
  }

  all(): readonly Checkout[] {
    return this.#all.all()
  }

  restore(checkouts: readonly Checkout[]): void {
    this.#all.restore(checkouts)
  }

  clear(): void {
    this.#all.clear()
  }
}

/** Random, so that a reset sandbox never gives a merchant the same name twice. */
const newNumber = (): string => String(randomInt(10_000_000_000_000, 100_000_000_000_000))
