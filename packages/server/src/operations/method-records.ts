import {
  type Health,
  healthOf,
  healthWindowMs,
  isAvailable,
  type MethodRecord,
  mostRecentTries,
  recordOf,
} from '@nyanja/domain/payments/method-health'
import { type Cached, cached } from './cached.ts'
import type { RecentTries } from './recent-tries.ts'

export interface MethodRecordsOptions {
  readonly tries: RecentTries
  readonly methods: readonly string[]
  readonly now: () => number
  /** False while no connection to the provider behind it can be made. */
  readonly isReachable?: (method: string) => boolean
}

export interface MethodStanding {
  readonly method: string
  readonly health: Health
  /** False while the breaker holds visitors off a provider with which practically nothing succeeds. */
  readonly isAvailable: boolean
  readonly record: MethodRecord
}

const knownForMs = 5_000

/** How each method fares, from our own recent payments. */
export class MethodRecords {
  readonly #now: () => number
  readonly #isReachable: (method: string) => boolean
  readonly #known: ReadonlyMap<string, Cached<MethodRecord>>

  constructor({ tries, methods, now, isReachable = () => true }: MethodRecordsOptions) {
    const recordNow = async (method: string) =>
      recordOf(await tries.of(method, now() - healthWindowMs, mostRecentTries), now())
    this.#now = now
    this.#isReachable = isReachable
    this.#known = new Map(
      methods.map((method) => [method, cached({ ms: knownForMs, now, read: () => recordNow(method) })]),
    )
  }

  /** A method of which nothing is known is well. */
  async of(method: string): Promise<MethodStanding> {
    const record = (await this.#known.get(method)?.value()) ?? recordOf([], this.#now())
    const isReachable = this.#isReachable(method)
    return {
      method,
      health: isReachable ? healthOf(record) : 'failing',
      isAvailable: isReachable && isAvailable(record, this.#now()),
      record,
    }
  }

  async all(): Promise<readonly MethodStanding[]> {
    return Promise.all([...this.#known.keys()].map((method) => this.of(method)))
  }
}
