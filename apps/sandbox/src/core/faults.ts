/** Before: nothing has happened yet. After: the effect has happened, but the answer does not arrive whole. */
export const faultKinds = [
  'delay',
  'hang_before',
  'hang_after',
  'reset_before',
  'reset_after',
  'error_before',
  'error_after',
  'html_before',
  'garbage_after',
  'callback_drop',
  'callback_delay',
  'callback_duplicate',
  'callback_mis_sign',
] as const

export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  readonly id: string
  readonly provider: string
  /** Absent: every operation of the provider. */
  readonly operation?: string
  readonly kind: FaultKind
  readonly delayMs: number
  /** How many times a duplicated callback arrives. */
  readonly copies: number
  /** How often it still strikes; null: until it is removed. */
  timesLeft: number | null
  /** 0 to 1. */
  readonly probability: number
}

export interface FaultRequest {
  readonly provider: string
  readonly operation?: string
  readonly kind: FaultKind
  readonly delayMs?: number
  readonly copies?: number
  readonly times?: number
  readonly probability?: number
}

/** The faults that the panel or a test has switched on, struck in the order in which they were added. */
export class Faults {
  readonly #faults: Fault[] = []
  readonly #random: () => number
  #nextId = 1

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  add({ provider, operation, kind, delayMs = 0, copies = 10, times, probability = 1 }: FaultRequest): Fault {
    const fault: Fault = {
      id: String(this.#nextId++),
      provider,
      ...(operation === undefined ? {} : { operation }),
      kind,
      delayMs,
      copies,
      timesLeft: times ?? null,
      probability,
    }
    this.#faults.push(fault)
    return fault
  }

  list(): readonly Fault[] {
    return this.#faults
  }

  remove(id: string): void {
    const at = this.#faults.findIndex((fault) => fault.id === id)
    if (at >= 0) this.#faults.splice(at, 1)
  }

  clear(): void {
    this.#faults.length = 0
  }

  /** The first fault of one of these kinds that strikes this operation now, and one strike less of it. */
  take(provider: string, operation: string, kinds: readonly FaultKind[]): Fault | undefined {
    const fault = this.#faults.find(
      (candidate) =>
        candidate.provider === provider &&
        (candidate.operation === undefined || candidate.operation === operation) &&
        kinds.includes(candidate.kind) &&
        (candidate.probability >= 1 || this.#random() < candidate.probability),
    )
    if (fault === undefined) return undefined
    if (fault.timesLeft !== null) {
      fault.timesLeft -= 1
      if (fault.timesLeft <= 0) this.remove(fault.id)
    }
    return fault
  }
}
