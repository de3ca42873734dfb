import { type Money, money } from './money.ts'
import { dollarsFor } from './units.ts'

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
