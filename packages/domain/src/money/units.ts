import { fromWhole, type Money, money } from './money.ts'

/** The units per dollar where airtime is sold in units. The specification fixes them, independent of exchange rates. */
export const unitsPerDollar = 100

/** The price of units: "the USD amount is the amount divided by 100". */
export function dollarsFor(units: number): Money {
  return money('USD', units)
}

interface Counting {
  readonly currency: Money['currency']
  /** Where a second currency is in use, airtime is sold in units. */
  readonly secondCurrency?: Money['currency'] | undefined
}

/** Converts a figure of a price list, which is in units of airtime or in whole units of the currency. */
export function priceOf(figure: number, { currency, secondCurrency }: Counting): Money {
  return secondCurrency === undefined ? fromWhole(figure, currency) : dollarsFor(figure)
}

/** Converts a price to units. */
export function unitsIn({ currency, minor }: Money): number {
  if (currency !== 'USD') throw new TypeError(`${currency} is not counted in units`)
  return minor
}

/** Decimal units, as in bundle volumes: a kilobyte is 1,000 bytes, a megabyte 1,000,000. */
const bytesPerMb = 1_000_000

interface Rate {
  /**
   * The price of one MB without a bundle, in whole units of the currency, or in units of airtime where a second
   * currency is in use.
   */
  readonly ratePerMb: number
  readonly currency: Money['currency']
  readonly secondCurrency?: Money['currency'] | undefined
}

/** Rounds the cost to the smallest coin, which may give zero. */
export function costOfBytes(bytes: number, { ratePerMb, currency, secondCurrency }: Rate): Money {
  const figure = (ratePerMb * bytes) / bytesPerMb
  return secondCurrency === undefined ? fromWhole(figure, currency) : dollarsFor(Math.round(figure))
}

/** Writes kilobytes with few significant digits: `6.4`, `114`. */
export function kilobytesText(bytes: number): string {
  const kilobytes = bytes / 1000
  return kilobytes.toFixed(kilobytes < 20 ? 1 : 0)
}
