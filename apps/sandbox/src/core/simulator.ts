import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Callbacks } from './callbacks.ts'
import type { Faults } from './faults.ts'
import type { Market } from './market.ts'

/** Money that a provider believes it took, under the merchant's reference. Amounts in minor units. */
export interface Capture {
  readonly provider: string
  readonly reference: string
  readonly providerReference: string
  readonly amountMinor: number
  readonly currency: string
  readonly payer?: string
  readonly refundedMinor: number
  readonly at: string
}

/** Something that the BSS believes it delivered, under the buyer's reference. */
export interface Delivery {
  readonly reference: string
  readonly kind: 'topup' | 'order' | 'payment'
  /** Nine national digits; absent for a payment to an account without a line. */
  readonly msisdn?: string
  readonly account?: string
  readonly productCode?: string
  readonly amountMinor?: number
  readonly currency?: string
  readonly at: string
}

export interface ProviderRecords {
  readonly captures: readonly Capture[]
  readonly deliveries: readonly Delivery[]
}

/** Where everybody lives. Ours are known once the sandbox listens, so read them when they are needed. */
export interface Addresses {
  sandboxUrl: string
  bankUrl: string
  smppPort: number
  mailPort: number
  portalUrl: string
}

/** What every simulator may use: the faults of the panel, a clock that tests can replace, and a way to call back. */
export interface World {
  readonly market: Market
  readonly faults: Faults
  readonly now: () => Date
  readonly callbacks: Callbacks
  readonly addresses: Addresses
  /** Factor on the providers' retry and expiry times: 1 is real, 0 is at once. */
  readonly timeScale: number
  /** Says that state changed without an HTTP request (by a timer, by SMPP), so that it is saved. */
  changed(): void
}

/** How a party says that it has nothing at an address of its own. */
export interface UnknownPath {
  readonly prefix: string
  answer(reply: FastifyReply): FastifyReply
}

/** One party of the outside world, stateful, speaking its own protocol. */
export interface Simulator {
  readonly name: string
  readonly unknownPaths?: readonly UnknownPath[]
  /** Adds the party's own routes below its own prefix, and its control routes below `/__sim/{name}`. */
  register(app: FastifyInstance): void
  records(): Partial<ProviderRecords>
  /** All state as plain JSON, so that a restarted sandbox remembers what it did. */
  snapshot(): unknown
  restore(state: unknown): void
  reset(): void
  /** For what is not HTTP: an own listener, a timer. */
  start?(): Promise<void>
  stop?(): Promise<void>
}
