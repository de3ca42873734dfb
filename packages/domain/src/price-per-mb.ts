import type { Bundle } from './bundle.ts'
import { displayMoney, money } from './money.ts'

const bytesPerMb = 1_000_000n

/**
 * In hundredths of minor units, half up. Undefined when the price pays for calls or messages too, or for data without end:
 * such a figure would compare what cannot be compared.
 */
export function pricePerMb(bundle: Bundle): number | undefined {
  return perMb(bundle, 100n)
}

/** In smaller parts all prices of a dear currency would look the same. */
const leastPerMb = 10

/** `MWK 0.77 / MB`; `USD 2,50 / GB` where a MB is too cheap to be told apart. */
export function pricePerMbText(bundle: Bundle): string | undefined {
  const minor = perMb(bundle, 1n)
  if (minor === undefined) return undefined
  const { currency } = bundle.price
  const perGb = perMb(bundle, 1000n) ?? 0
  if (minor < leastPerMb && perGb > 0) return `${displayMoney(money(currency, perGb))} / GB`
  return minor === 0 && bundle.price.minor > 0
    ? `< ${displayMoney(money(currency, 1))} / MB`
    : `${displayMoney(money(currency, minor))} / MB`
}

/** The first of the cheapest; undefined when none has a price per MB. */
export function cheapestPerMb(bundles: readonly Bundle[]): Bundle | undefined {
  return bundles
    .flatMap((bundle) => {
      const price = pricePerMb(bundle)
      return price === undefined ? [] : [{ bundle, price }]
    })
    .sort((left, right) => left.price - right.price)[0]?.bundle
}

// Each figure is rounded once, from the exact ratio: rounding the rounded one could be off by one.
function perMb({ data, voice, sms, price }: Bundle, parts: bigint): number | undefined {
  if (data === undefined || data === 'unlimited' || data.bytes === 0) return undefined
  if (voice !== undefined || sms !== undefined) return undefined
  const bytes = BigInt(data.bytes)
  return Number((2n * BigInt(price.minor) * parts * bytesPerMb + bytes) / (2n * bytes))
}
