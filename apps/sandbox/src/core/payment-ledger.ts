import type { Capture } from './simulator.ts'

/** When a payment runs out unless the customer acts. */
export interface Expiry<Payment> {
  readonly now: () => Date
  isWaiting(payment: Payment): boolean
  expiresAtMs(payment: Payment): number
  expire(payment: Payment): void
}

export interface LedgerRules<Payment, Name extends string> {
  /** As faults and the control API name it. */
  readonly provider: string
  /** By which a payment is found, one or several of each kind; some come only as it moves. */
  namesOf(payment: Payment): Readonly<Record<Name, string | readonly string[] | undefined>>
  /** What was taken and given back; undefined: nothing was taken. */
  captureOf(payment: Payment): Omit<Capture, 'provider'> | undefined
  /** Absent: this provider reverses nothing by itself. */
  isReversed?(payment: Payment): boolean
  /** Absent: its payments never run out. */
  readonly expiry?: Expiry<Payment>
}

/** Money that was taken stays taken, unless it is reversed, once. */
const legalOutcomes = {
  not_taken: () => true,
  taken: (outcome: string) => outcome === 'reversed',
  reversed: () => false,
} as const

/** The payments of one simulated provider, in the order in which they came. */
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

  /** To be called when a payment has moved: it may have new names, and may wait no more. */
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

  /** The latest of this name. */
  find(kind: Name, name: string): Payment | undefined {
    return this.findAll(kind, name).at(-1)
  }

  findAll(kind: Name, name: string): readonly Payment[] {
    return this.#byName.get(`${kind} ${name}`) ?? []
  }

  /** The payment as it stands now: one whose time is over expires when it is looked at. */
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

  /** Whether a payment may still come to this. */
  allows(payment: Payment, outcome: string): boolean {
    const { captureOf, isReversed } = this.#rules
    if (captureOf(payment) === undefined) return legalOutcomes.not_taken()
    return legalOutcomes[isReversed?.(payment) ? 'reversed' : 'taken'](outcome)
  }

  /** What was taken and given back, for the provider's records. */
  captures(): readonly Capture[] {
    const { provider, captureOf } = this.#rules
    return this.all().flatMap((payment) => {
      const capture = captureOf(payment)
      return capture === undefined ? [] : [{ provider, ...capture }]
    })
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
