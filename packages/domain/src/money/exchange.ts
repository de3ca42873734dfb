import { minorPerWhole } from './currencies.ts'
import { type Money, money, roundUpToWhole } from './money.ts'

/** The price of one whole unit of the ordered currency in the charged currency. */
export interface Rate {
  readonly one: Money['currency']
  readonly costs: Money
}

/** An order's amount converted to the charged currency. Times are epoch milliseconds. */
export interface Quote {
  readonly ordered: Money
  readonly charged: Money
  readonly rate: Rate
  readonly quotedAt: number
}

/** Tells whether an order of this amount can be represented exactly in the other currency. */
export function canConvert(ordered: Money, { costs }: Rate): boolean {
  // The limit is one whole unit below the maximum, because charges are rounded up.
  const mostMinor = Number.MAX_SAFE_INTEGER - minorPerWhole(costs.currency)
  return chargedMinor(ordered, costs.minor) <= BigInt(mostMinor)
}

/** Rounds the charge up to the next whole unit: amounts below one franc are not charged. */
export function convert(ordered: Money, { one, costs }: Rate): Money {
  if (ordered.currency !== one) throw new TypeError(`A rate for ${one} says nothing of ${ordered.currency}`)
  return roundUpToWhole(money(costs.currency, Number(chargedMinor(ordered, costs.minor))))
}

/** Exact integer arithmetic: neither the rate nor the product is ever a float. */
function chargedMinor({ currency, minor }: Money, costs: number): bigint {
  const perWhole = BigInt(minorPerWhole(currency))
  return (BigInt(minor) * BigInt(costs) + perWhole - 1n) / perWhole
}

export function createQuote(ordered: Money, rate: Rate, quotedAt: number): Quote {
  return { ordered, charged: convert(ordered, rate), rate, quotedAt }
}

/**
 * Names what a payer's code consents to: this order at its own amount, or at exactly this amount in another currency.
 */
export function consentSubject(orderId: string, quote?: Pick<Quote, 'charged'>): string {
  return quote === undefined ? orderId : [orderId, quote.charged.currency, quote.charged.minor].join(' ')
}
