import {
  computeHealth,
  computeSuccessShare,
  computeTrackRecord,
  type Health,
  healthWindowMs,
  isAvailable,
  type MethodRecord,
  mostRecentTries,
  type RecentTry,
} from '@nyanja/domain/payments/method-health'
import { textTable, timeText } from '../common/text-table.ts'
import type { ActingStaff } from './acting-staff.ts'
import { type Cached, cached } from './cached.ts'

interface MethodRecordsOptions {
  readonly tries: RecentTries
  readonly methods: readonly string[]
  readonly now: () => number
  /** False while no connection to the provider behind it can be made. */
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

/** The health of each method, from the portal's own recent payments. */
export class MethodRecords {
  readonly #now: () => number
  readonly #isReachable: (method: string) => boolean
  readonly #known: ReadonlyMap<string, Cached<MethodRecord>>

  constructor({ tries, methods, now, isReachable = () => true }: MethodRecordsOptions) {
    const recordNow = async (method: string) =>
      computeTrackRecord(await tries.of(method, now() - healthWindowMs, mostRecentTries), now())
    this.#now = now
    this.#isReachable = isReachable
    this.#known = new Map(
      methods.map((method) => [method, cached({ ms: recordKnownMs, now, read: () => recordNow(method) })]),
    )
  }

  /** A method without data counts as healthy. */
  async of(method: string): Promise<MethodStanding> {
    const record = (await this.#known.get(method)?.value()) ?? computeTrackRecord([], this.#now())
    const isReachable = this.#isReachable(method)
    return {
      method,
      health: isReachable ? computeHealth(record) : 'failing',
      isAvailable: isReachable && isAvailable(record, this.#now()),
      record,
    }
  }

  async all(): Promise<readonly MethodStanding[]> {
    return Promise.all([...this.#known.keys()].map((method) => this.of(method)))
  }
}

interface MethodSwitch {
  readonly method: string
  readonly isOpen: boolean
  readonly reason: string
  readonly who: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** One row for each method that was ever switched. */
export interface MethodSwitchStore {
  switches(): Promise<readonly MethodSwitch[]>
  /** Records who did it and why, also when it is switched on again. */
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
  readonly #known: Cached<readonly MethodSwitch[]>

  constructor(options: MethodSwitchesOptions) {
    const { store, now } = options
    this.#options = options
    this.#known = cached({ ms: switchKnownMs, now, read: () => store.switches() })
  }

  /** False: it is not offered and no payment begins with it. Payments in progress continue. */
  async isOpen(method: string): Promise<boolean> {
    return (await this.#known.value()).every((one) => one.method !== method || one.isOpen)
  }

  /** Switches of methods, bypassing the cache. */
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
    this.#known.forget()
  }
}

export interface GatewayOfMethod {
  readonly method: string
  readonly gateway: string
}

interface Methods {
  readonly switches: readonly MethodSwitch[]
  readonly standings: readonly MethodStanding[]
  readonly gateways: readonly GatewayOfMethod[]
}

const headings = ['method', 'switch', 'health', 'tries', 'success', 'to credit', 'refunds', 'switched', 'by', 'reason']

function percent(share: number | undefined): string {
  return share === undefined ? '' : `${Math.round(share * 100)} %`
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? '' : `${Math.round(ms / 1000)} s`
}

function figuresOf({ health, isAvailable, record }: MethodStanding): string[] {
  return [
    isAvailable ? health : `${health}, suspended`,
    String(record.tries),
    percent(computeSuccessShare(record)),
    seconds(record.medianToCreditMs),
    String(record.refunds),
  ]
}

const noFigures = ['', '', '', '', '']

/** Every method and its gateways with their switches and recent figures. */
export function methodsText({ switches, standings, gateways }: Methods): string {
  const rowOf = (name: string, shown: string, figures: readonly string[]) => {
    const changed = switches.find((one) => one.method === name)
    const by = changed === undefined ? ['', '', ''] : [timeText(changed.at), changed.who, changed.reason]
    return [shown, changed?.isOpen === false ? 'off' : 'on', ...figures, ...by]
  }
  const rows = standings.flatMap((standing) => {
    const { method } = standing
    // A gateway that has its method's name is switched together with it.
    const behind = gateways.filter((one) => one.method === method && one.gateway !== method)
    return [
      rowOf(method, method, figuresOf(standing)),
      ...behind.map(({ gateway }) => rowOf(gateway, `- ${gateway}`, noFigures)),
    ]
  })
  return textTable(headings, rows)
}

/** The outcomes of recent payments. */
export interface RecentTries {
  /** The latest `limit` payments of a method that were started at its provider after `since`. */
  of(method: string, since: number, limit: number): Promise<readonly RecentTry[]>
}
