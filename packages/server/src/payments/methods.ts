import {
  computeHealth,
  computeTrackRecord,
  type Health,
  healthWindowMs,
  isAvailable,
  type MethodRecord,
  mostRecentTries,
  type RecentTry,
} from '@nyanja/domain/payments/method-health'
import { createRecall, type Recall } from '../common/cache.ts'
import type { ActingStaff } from '../common/staff-action.ts'

interface MethodRecordsOptions {
  readonly tries: RecentTries
  readonly methods: readonly string[]
  readonly now: () => number
  /** Returns false while no connection to the provider behind the method can be made. */
  readonly isReachable?: (method: string) => boolean
}

export interface MethodStanding {
  readonly method: string
  readonly health: Health
  /** False while the circuit breaker keeps visitors from a provider with which almost no payment succeeds. */
  readonly isAvailable: boolean
  readonly record: MethodRecord
}

const recordKnownMs = 5_000

/** Computes the health of each method from the portal's own recent payments. */
export class MethodRecords {
  readonly #now: () => number
  readonly #isReachable: (method: string) => boolean
  readonly #methods: readonly string[]
  readonly #recordOf: Recall<MethodRecord>

  constructor({ tries, methods, now, isReachable = () => true }: MethodRecordsOptions) {
    const read = async (method: string) =>
      computeTrackRecord(await tries.of(method, now() - healthWindowMs, mostRecentTries), now())
    this.#now = now
    this.#isReachable = isReachable
    this.#methods = methods
    this.#recordOf = createRecall({ ms: recordKnownMs, entries: methods.length, now, read })
  }

  /** A method without data counts as healthy. */
  async of(method: string): Promise<MethodStanding> {
    const isKnown = this.#methods.includes(method)
    const record = isKnown ? await this.#recordOf(method) : computeTrackRecord([], this.#now())
    const isReachable = this.#isReachable(method)
    return {
      method,
      health: isReachable ? computeHealth(record) : 'failing',
      isAvailable: isReachable && isAvailable(record, this.#now()),
      record,
    }
  }

  async all(): Promise<readonly MethodStanding[]> {
    return Promise.all(this.#methods.map((method) => this.of(method)))
  }
}

export interface MethodSwitch {
  readonly method: string
  readonly isOpen: boolean
  readonly reason: string
  readonly who: string
  /** The time in epoch milliseconds. */
  readonly at: number
}

/** A store with one row for each method that was ever switched. */
export interface MethodSwitchStore {
  switches(): Promise<readonly MethodSwitch[]>
  /** Records who switched it and why, also when it is switched on again. */
  switchMethod(change: MethodSwitch & Pick<SwitchedBy, 'staff'>): Promise<void>
}

interface MethodSwitchesOptions {
  readonly store: MethodSwitchStore
  readonly now: () => number
}

interface SwitchedBy {
  readonly who: string
  readonly reason: string
  readonly staff?: ActingStaff | undefined
}

/** A switch takes effect in all processes after this time. */
const switchKnownMs = 2_000

/** Disables payment methods, and single gateways of them, by name. */
export class MethodSwitches {
  readonly #options: MethodSwitchesOptions
  #switches: Recall<readonly MethodSwitch[]>

  constructor(options: MethodSwitchesOptions) {
    this.#options = options
    this.#switches = this.#remember()
  }

  /** Returns false when the method is not offered, and no payment begins with it. Payments in progress continue. */
  async isOpen(method: string): Promise<boolean> {
    return (await this.#switches('all')).every((one) => one.method !== method || one.isOpen)
  }

  #remember(): Recall<readonly MethodSwitch[]> {
    const { store, now } = this.#options
    return createRecall({ ms: switchKnownMs, entries: 1, now, read: () => store.switches() })
  }

  /** Lists the switches of methods, bypassing the cache. */
  async all(): Promise<readonly MethodSwitch[]> {
    return this.#options.store.switches()
  }

  async disable(method: string, by: SwitchedBy): Promise<void> {
    return this.#switch({ method, isOpen: false, ...by })
  }

  async enable(method: string, by: SwitchedBy): Promise<void> {
    return this.#switch({ method, isOpen: true, ...by })
  }

  async #switch(change: Omit<MethodSwitch, 'at'> & SwitchedBy): Promise<void> {
    const { store, now } = this.#options
    await store.switchMethod({ ...change, at: now() })
    this.#switches = this.#remember()
  }
}

export interface GatewayOfMethod {
  readonly method: string
  readonly gateway: string
}

/** The outcomes of recent payments. */
export interface RecentTries {
  /** Lists the latest `limit` payments of a method that were started at its provider after `since`. */
  of(method: string, since: number, limit: number): Promise<readonly RecentTry[]>
}
