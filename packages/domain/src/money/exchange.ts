import { type Money, money, roundUpToWhole } from './money.ts'

/** What one whole unit of the ordered currency costs in the charged one. */
export interface Rate {
  readonly one: Money['currency']
  readonly costs: Money
}

/** An order's amount as it is charged in another currency. Times are epoch milliseconds. */
export interface Quote {
  readonly ordered: Money
  readonly charged: Money
  readonly rate: Rate
  readonly quotedAt: number
}

const minorPerWhole = 100n
/** One whole unit less, because what is charged is rounded up. */
const mostMinor = BigInt(Number.MAX_SAFE_INTEGER) - minorPerWhole

/** Whether an order this large can be counted to the hundredth in the other currency. */
export function canConvert({ minor }: Money, { costs }: Rate): boolean {
  return chargedMinor(minor, costs.minor) <= mostMinor
}

/** Up to the next whole unit: nothing smaller than a franc changes hands. */
export function convert(ordered: Money, { one, costs }: Rate): Money {
  if (ordered.currency !== one) throw new TypeError(`A rate for ${one} says nothing of ${ordered.currency}`)
  return roundUpToWhole(money(costs.currency, Number(chargedMinor(ordered.minor, costs.minor))))
}

/** Exact: neither the rate nor the sum is ever a float. */
function chargedMinor(ordered: number, costs: number): bigint {
  return (BigInt(ordered) * BigInt(costs) + minorPerWhole - 1n) / minorPerWhole
}

export function quoteAt(ordered: Money, rate: Rate, quotedAt: number): Quote {
  return { ordered, charged: convert(ordered, rate), rate, quotedAt }
}

/** What a payer consents to by a code: this order at its own amount, or at exactly this one in another currency. */
export function consentSubject(orderId: string, quote?: Pick<Quote, 'charged'>): string {
  return quote === undefined ? orderId : [orderId, quote.charged.currency, quote.charged.minor].join(' ')
}
