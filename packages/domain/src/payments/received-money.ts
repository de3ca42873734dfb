import { isSameMoney, type Money } from '../money/money.ts'
import type { OrderKind } from './payment-options.ts'

/** The fate of too little money: it goes back, or airtime for it is delivered. */
export const shortfallRules = ['refund', 'deliver_part'] as const
/** The fate of money beyond the price, once the order is delivered: it goes back, or is given as airtime. */
export const excessRules = ['refund', 'credit'] as const

/** A market's answer to a provider that took another amount than the one asked for. */
export interface DifferenceRules {
  readonly shortfall: (typeof shortfallRules)[number]
  readonly excess: (typeof excessRules)[number]
}

export interface Excess {
  readonly minor: number
  readonly way: DifferenceRules['excess']
}

/**
 * With `refund` all that was received goes back. With `deliver` the order is delivered as it is, and `excess` follows
 * its delivery. With `deliver_part` airtime is delivered for what was received.
 */
export type ReceivedOutcome =
  | { readonly outcome: 'refund' | 'deliver_part' }
  | { readonly outcome: 'deliver'; readonly excess?: Excess }

interface Paid {
  readonly asked: Money
  /** The amount that the provider's own statement reports. */
  readonly received: Money
  readonly kind: OrderKind
  /** Whether the price is of another currency, so that nothing can be delivered for a part of it. */
  readonly isConverted: boolean
}

/**
 * Decides what a payment of this amount buys: the customer gets no more than was received, and loses none of the rest.
 */
export function judgeReceived({ asked, received, kind, isConverted }: Paid, rules: DifferenceRules): ReceivedOutcome {
  if (isSameMoney(asked, received)) return { outcome: 'deliver' }
  // An order for internet at home counts as paid or not: no part of its money goes back.
  if (received.currency !== asked.currency || kind === 'plan') return { outcome: 'refund' }
  const excess = received.minor - asked.minor
  // Airtime is always in the currency of the price, and for one line.
  const way = isConverted || kind === 'several' ? 'refund' : rules.excess
  if (excess > 0) return { outcome: 'deliver', excess: { minor: excess, way } }
  const isPart = rules.shortfall === 'deliver_part' && kind === 'airtime' && !isConverted
  return { outcome: isPart ? 'deliver_part' : 'refund' }
}
