import { type Money, money } from './money.ts'

/** Where airtime is sold in units, so many of them are a dollar. The specification fixes it; no rate of exchange does. */
export const unitsPerDollar = 100

/** What units cost: "the USD amount is the amount divided by 100". */
export function dollarsFor(units: number): Money {
  return money('USD', units)
}

interface Counting {
  readonly currency: Money['currency']
  /** Where a second currency is in use, airtime is sold in units. */
  readonly secondCurrency?: Money['currency'] | undefined
}

/** What a figure of a price list costs: units of airtime, or whole units of the currency. */
export function priceOf(figure: number, { currency, secondCurrency }: Counting): Money {
  return secondCurrency === undefined ? money(currency, Math.round(figure * 100)) : dollarsFor(figure)
}

/** How many units a price is. */
export function unitsIn({ currency, minor }: Money): number {
  if (currency !== 'USD') throw new TypeError(`${currency} is not counted in units`)
  return minor
}

/** As bundles are counted: a thousand kilobytes, a million bytes. */
const bytesPerMb = 1_000_000

interface Rate {
  /** Of a MB without a bundle: whole units of the currency, or units of airtime where a second currency is in use. */
  readonly ratePerMb: number
  readonly currency: Money['currency']
  readonly secondCurrency?: Money['currency'] | undefined
}

/** To the nearest smallest coin, which may be none. */
export function costOfBytes(bytes: number, { ratePerMb, currency, secondCurrency }: Rate): Money {
  const figure = (ratePerMb * bytes) / bytesPerMb
  return secondCurrency === undefined ? money(currency, Math.round(figure * 100)) : dollarsFor(Math.round(figure))
}

/** In kilobytes, with as many digits as are worth reading: `6.4`, `114`. */
export function kilobytesText(bytes: number): string {
  const kilobytes = bytes / 1000
  return kilobytes.toFixed(kilobytes < 20 ? 1 : 0)
}
