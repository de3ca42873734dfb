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

/** Up to the next whole unit: nothing smaller than a franc changes hands. */
export function convert(ordered: Money, { one, costs }: Rate): Money {
  if (ordered.currency !== one) throw new TypeError(`A rate for ${one} says nothing of ${ordered.currency}`)
  // Exact: neither the rate nor the sum is ever a float.
  const hundredths = BigInt(ordered.minor) * BigInt(costs.minor)
  const minor = (hundredths + minorPerWhole - 1n) / minorPerWhole
  return roundUpToWhole(money(costs.currency, Number(minor)))
}

export function quoteAt(ordered: Money, rate: Rate, quotedAt: number): Quote {
  return { ordered, charged: convert(ordered, rate), rate, quotedAt }
}
