import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Callbacks } from './callbacks.ts'
import type { Faults } from './faults.ts'
import type { Market } from './market.ts'

/** A capture in the provider's records, under the merchant's reference. Amounts in minor units. */
export interface Capture {
  readonly provider: string
  readonly reference: string
  readonly providerReference: string
  readonly amountMinor: number
  readonly currency: string
  readonly payer?: string
  readonly refundedMinor: number
  readonly refundedAt?: string | undefined
  /** The provider took it back without the merchant. */
  readonly isReversed?: boolean
  readonly at: string
}

/** A delivery in the BSS's records, under the buyer's reference. */
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

/** The addresses of all parties. The sandbox's own are known once it listens, so read them when they are needed. */
export interface Addresses {
  sandboxUrl: string
  bankUrl: string
  smppPort: number
  mailPort: number
  portalUrl: string
}

/** Shared by all simulators: the panel's faults, a clock that tests can replace, and a callback sender. */
export interface World {
  readonly market: Market
  readonly faults: Faults
  readonly now: () => Date
  readonly callbacks: Callbacks
  readonly addresses: Addresses
  /** Factor on the providers' retry and expiry times: 1 is real, 0 is immediate. */
  readonly timeScale: number
  /** Reports that state changed without an HTTP request (by a timer, by SMPP), so that it is saved. */
  changed(): void
}

/** A party's answer to an unknown path. */
export interface UnknownPath {
  readonly prefix: string
  answer(reply: FastifyReply): FastifyReply
}

/** One simulated external party with state and its own protocol. */
export interface Simulator {
  readonly name: string
  readonly unknownPaths?: readonly UnknownPath[]
  /** Adds the party's own routes below its own prefix, and its control routes below `/__sim/{name}`. */
  register(app: FastifyInstance): void
  records(): Partial<ProviderRecords>
  /** All state as plain JSON, to be restored after a restart. */
  snapshot(): unknown
  restore(state: unknown): void
  reset(): void
  /** Protocols other than HTTP start a listener or a timer here. */
  start?(): Promise<void>
  stop?(): Promise<void>
}
