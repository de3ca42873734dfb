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

const minorPerWhole = 100n
/** One whole unit below the maximum, because charges are rounded up. */
const mostMinor = BigInt(Number.MAX_SAFE_INTEGER) - minorPerWhole

/** Whether an order of this amount can be represented exactly in the other currency. */
export function canConvert({ minor }: Money, { costs }: Rate): boolean {
  return chargedMinor(minor, costs.minor) <= mostMinor
}

/** Rounded up to the next whole unit: amounts below one franc are not charged. */
export function convert(ordered: Money, { one, costs }: Rate): Money {
  if (ordered.currency !== one) throw new TypeError(`A rate for ${one} says nothing of ${ordered.currency}`)
  return roundUpToWhole(money(costs.currency, Number(chargedMinor(ordered.minor, costs.minor))))
}

/** Exact integer arithmetic: neither the rate nor the product is ever a float. */
function chargedMinor(ordered: number, costs: number): bigint {
  return (BigInt(ordered) * BigInt(costs) + minorPerWhole - 1n) / minorPerWhole
}

export function createQuote(ordered: Money, rate: Rate, quotedAt: number): Quote {
  return { ordered, charged: convert(ordered, rate), rate, quotedAt }
}

/** What a payer's code consents to: this order at its own amount, or at exactly this amount in another currency. */
export function consentSubject(orderId: string, quote?: Pick<Quote, 'charged'>): string {
  return quote === undefined ? orderId : [orderId, quote.charged.currency, quote.charged.minor].join(' ')
}
