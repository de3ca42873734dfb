import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Callbacks } from './callbacks.ts'
import type { Faults } from './faults.ts'
import type { Market } from './market.ts'

/** The provider's records have a capture under the merchant's reference. Amounts are in minor units. */
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

/** The BSS's records have a delivery under the buyer's reference. */
export interface Delivery {
  readonly reference: string
  readonly kind: 'topup' | 'order' | 'payment'
  /** The number has nine national digits; it is absent for a payment to an account without a line. */
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

/** All parties have addresses. The sandbox's own are known once it listens, so read them when they are needed. */
export interface Addresses {
  sandboxUrl: string
  bankUrl: string
  smppPort: number
  mailPort: number
  portalUrl: string
}

/** All simulators share the panel's faults, a clock that tests can replace, and a callback sender. */
export interface World {
  readonly market: Market
  readonly faults: Faults
  readonly now: () => Date
  readonly callbacks: Callbacks
  readonly addresses: Addresses
  /** The factor scales the providers' retry and expiry times: 1 is real, 0 is immediate. */
  readonly timeScale: number
  /** Reports that state changed without an HTTP request (by a timer, by SMPP), so that it is saved. */
  changed(): void
}

/** A party answers an unknown path so. */
export interface UnknownPath {
  readonly prefix: string
  answer(reply: FastifyReply): FastifyReply
}

/** A simulator is one external party with state and its own protocol. */
export interface Simulator {
  readonly name: string
  readonly unknownPaths?: readonly UnknownPath[]
  /** Adds the party's own routes below its own prefix, and its control routes below `/__sim/{name}`. */
  register(app: FastifyInstance): void
  records(): Partial<ProviderRecords>
  /** The snapshot has all state as plain JSON, to be restored after a restart. */
  snapshot(): unknown
  restore(state: unknown): void
  reset(): void
  /** Protocols other than HTTP start a listener or a timer here. */
  start?(): Promise<void>
  stop?(): Promise<void>
}
