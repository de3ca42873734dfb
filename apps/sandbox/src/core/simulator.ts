import type { FastifyInstance } from 'fastify'
import type { Faults } from './faults.ts'

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
  readonly msisdn: string
  readonly productCode?: string
  readonly amountMinor?: number
  readonly currency?: string
  readonly at: string
}

export interface Books {
  readonly captures: readonly Capture[]
  readonly deliveries: readonly Delivery[]
}

/** What every simulator may use: the faults of the panel and a clock that tests can replace. */
export interface World {
  readonly faults: Faults
  readonly now: () => Date
}

/** One party of the outside world, stateful, speaking its own protocol. */
export interface Simulator {
  readonly name: string
  /** Adds the party's own routes below its own prefix, and its control routes below `/__sim/{name}`. */
  register(app: FastifyInstance): void
  books(): Partial<Books>
  /** All state as plain JSON, so that a restarted sandbox remembers what it did. */
  snapshot(): unknown
  restore(state: unknown): void
  reset(): void
}
