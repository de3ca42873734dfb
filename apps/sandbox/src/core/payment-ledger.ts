import { isJsonObject } from './bodies.ts'
import type { Sum } from './market.ts'
import type { Capture, Simulator } from './simulator.ts'

/** The rule by which a payment expires unless the customer acts. */
export interface Expiry<Payment> {
  readonly now: () => Date
  isWaiting(payment: Payment): boolean
  expiresAtMs(payment: Payment): number
  expire(payment: Payment): void
}

export interface LedgerRules<Payment, Name extends string> {
  /** Faults and the control API use this name. */
  readonly provider: string
  /** The names by which a payment is found, one or several of each kind; some are added later. */
  namesOf(payment: Payment): Readonly<Record<Name, string | readonly string[] | undefined>>
  /** The captured and refunded amounts; undefined when nothing was captured. */
  captureOf(payment: Payment): Omit<Capture, 'provider'> | undefined
  /** A provider without it reverses nothing by itself. */
  isReversed?(payment: Payment): boolean
  /** Payments never expire without it. */
  readonly expiry?: Expiry<Payment>
}

/** The captured part of a capture. */
export const captured = ({ sum, at }: { readonly sum: Sum; readonly at: string }) => ({
  amountMinor: sum.minor,
  currency: sum.currency,
  at,
})

/** Captured money stays captured, unless it is reversed once. */
const legalOutcomes = {
  not_taken: () => true,
  taken: (outcome: string) => outcome === 'reversed',
  reversed: () => false,
} as const

/** Checks no more, since this sandbox itself has written the payments. */
const isListOf = <Payment>(state: unknown): state is readonly Payment[] => Array.isArray(state)

/** The payments of one simulated provider, in order of creation. */
export class PaymentLedger<Payment extends object, Name extends string> {
  readonly #rules: LedgerRules<Payment, Name>
  readonly #all = new Set<Payment>()
  readonly #waiting = new Set<Payment>()
  readonly #byName = new Map<string, Payment[]>()

  constructor(rules: LedgerRules<Payment, Name>) {
    this.#rules = rules
  }

  add(payment: Payment): Payment {
    this.#all.add(payment)
    this.index(payment)
    return payment
  }

  /** Must be called when a payment has changed: it may have new names, and may no longer be pending. */
  index(payment: Payment): void {
    if (this.#rules.expiry?.isWaiting(payment)) this.#waiting.add(payment)
    else this.#waiting.delete(payment)
    for (const [kind, names] of Object.entries<string | readonly string[] | undefined>(this.#rules.namesOf(payment))) {
      for (const name of [names ?? []].flat()) {
        const known = this.#byName.get(`${kind} ${name}`)
        if (known === undefined) this.#byName.set(`${kind} ${name}`, [payment])
        else if (!known.includes(payment)) known.push(payment)
      }
    }
  }

  /** Finds the latest payment with this name. */
  find(kind: Name, name: string): Payment | undefined {
    return this.findAll(kind, name).at(-1)
  }

  /** Finds the latest payment of this name in its current state, while it still waits. */
  findWaiting(kind: Name, name: string): Payment | undefined {
    const payment = this.find(kind, name)
    return payment && this.isWaiting(payment) ? payment : undefined
  }

  findAll(kind: Name, name: string): readonly Payment[] {
    return this.#byName.get(`${kind} ${name}`) ?? []
  }

  /** Returns the current payment; an overdue one expires when it is read. */
  refresh(payment: Payment): Payment {
    const { expiry } = this.#rules
    if (expiry?.isWaiting(payment) && expiry.now().getTime() >= expiry.expiresAtMs(payment)) expiry.expire(payment)
    return payment
  }

  isWaiting(payment: Payment): boolean {
    return this.#rules.expiry?.isWaiting(this.refresh(payment)) ?? false
  }

  waiting(): readonly Payment[] {
    return [...this.#waiting].filter((payment) => this.isWaiting(payment))
  }

  /** Tells whether a payment may still have this outcome. */
  allows(payment: Payment, outcome: string): boolean {
    const { captureOf, isReversed } = this.#rules
    if (captureOf(payment) === undefined) return legalOutcomes.not_taken()
    return legalOutcomes[isReversed?.(payment) ? 'reversed' : 'taken'](outcome)
  }

  /** Builds the provider record of captured and refunded amounts. */
  captures(): readonly Capture[] {
    const { provider, captureOf } = this.#rules
    return this.all().flatMap((payment) => {
      const capture = captureOf(payment)
      return capture === undefined ? [] : [{ provider, ...capture }]
    })
  }

  /** Builds this part of a simulator that remembers nothing but these payments, under this name. */
  recordsAs(name: string): Pick<Simulator, 'records' | 'snapshot' | 'restore'> {
    const format = `${this.#rules.provider}-1`
    return {
      records: () => ({ captures: this.captures() }),
      snapshot: () => ({ format, [name]: this.all() }),
      restore: (state) => {
        if (!isJsonObject(state) || state.format !== format) return
        const payments: unknown = state[name]
        if (isListOf<Payment>(payments)) this.restore(payments)
      },
    }
  }

  get size(): number {
    return this.#all.size
  }

  all(): readonly Payment[] {
    return [...this.#all]
  }

  restore(payments: readonly Payment[]): void {
    this.clear()
    for (const payment of payments) this.add(payment)
  }

  clear(): void {
    for (const index of [this.#all, this.#waiting, this.#byName]) index.clear()
  }
}
