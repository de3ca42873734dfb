import { displayMoney, money } from '../money/money.ts'
import { type Bundle, durationMs, getPeriod } from './bundle.ts'

const bytesPerMb = 1_000_000n

/**
 * Computes the price of a MB in hundredths of minor units, rounded half up. The result is undefined when the price also
 * pays for calls or messages, or for unlimited data: such figures cannot be compared.
 */
export function hundredthsPerMb(bundle: Bundle): number | undefined {
  return pricePerMb(bundle, 100n)
}

/** The limit in minor units below which prices per MB would all look equal, so they are shown in larger units. */
const leastPerMb = 10

/** `MWK 0.77 / MB`; `USD 2,50 / GB` where prices per MB are too small to be told apart. */
export function pricePerMbText(bundle: Bundle): string | undefined {
  const minor = pricePerMb(bundle, 1n)
  if (minor === undefined) return undefined
  const { currency } = bundle.price
  const perGb = pricePerMb(bundle, 1000n) ?? 0
  if (minor < leastPerMb && perGb > 0) return `${displayMoney(money(currency, perGb))} / GB`
  return minor === 0 && bundle.price.minor > 0
    ? `< ${displayMoney(money(currency, 1))} / MB`
    : `${displayMoney(money(currency, minor))} / MB`
}

/** The first of the cheapest bundles; undefined when none has a price per MB. */
export function cheapestPerMb(bundles: readonly Bundle[]): Bundle | undefined {
  return bundles
    .flatMap((bundle) => {
      const price = hundredthsPerMb(bundle)
      return price === undefined ? [] : [{ bundle, price }]
    })
    .sort((left, right) => left.price - right.price)[0]?.bundle
}

// `scale` is how many parts of a minor unit, or how many MB, are counted. Each figure is rounded once, from the exact
// ratio: rounding the rounded one could be off by one.
function pricePerMb({ data, voice, sms, price }: Bundle, scale: bigint): number | undefined {
  if (data === undefined || data === 'unlimited' || data.bytes === 0) return undefined
  if (voice !== undefined || sms !== undefined) return undefined
  const bytes = BigInt(data.bytes)
  return Number((2n * BigInt(price.minor) * scale * bytesPerMb + bytes) / (2n * bytes))
}

export const tariffCategories = ['data', 'social', 'voice', 'sms', 'mixed', 'broadband', 'others'] as const
export type TariffCategory = (typeof tariffCategories)[number]

export function getTariffCategory({ category }: Pick<Bundle, 'category'>): TariffCategory {
  return tariffCategories.find((known) => known === category) ?? 'others'
}

export const tariffColumns = ['category', 'name', 'volume', 'validity', 'perMb', 'price'] as const
export type TariffColumn = (typeof tariffColumns)[number]

export interface TariffOrder {
  readonly column: TariffColumn
  readonly direction: 'ascending' | 'descending'
}

/** The order of every list of bundles, with unlimited ones last. */
export const usualOrder: TariffOrder = { column: 'validity', direction: 'ascending' }

/** The value of a bundle in a column, by weight; undefined when it has no comparable value. */
type Rank = (bundle: Bundle) => readonly (number | string)[] | undefined

const amountIn = (volume: 'unlimited' | number | undefined) =>
  volume === 'unlimited' ? Number.POSITIVE_INFINITY : (volume ?? 0)

const ranks: Readonly<Record<TariffColumn, Rank>> = {
  category: (bundle) => [tariffCategories.indexOf(getTariffCategory(bundle))],
  name: ({ name }) => [name.toLowerCase()],
  volume: ({ data, voice, sms }) => [
    amountIn(data === 'unlimited' ? data : data?.bytes),
    amountIn(voice === 'unlimited' ? voice : voice?.seconds),
    amountIn(sms),
  ],
  validity: ({ validity }) => [durationMs(validity)],
  perMb(bundle) {
    const price = hundredthsPerMb(bundle)
    return price === undefined ? undefined : [price]
  },
  price: ({ price }) => [price.minor],
}

/** Equal bundles keep their order; bundles without a value come last in both directions. */
export function sortTariffs(bundles: readonly Bundle[], { column, direction }: TariffOrder): Bundle[] {
  const sign = direction === 'ascending' ? 1 : -1
  return bundles
    .map((bundle) => ({ bundle, rank: ranks[column](bundle) }))
    .sort((left, right) => {
      if (left.rank === undefined || right.rank === undefined)
        return Number(left.rank === undefined) - Number(right.rank === undefined)
      return sign * compareRanks(left.rank, right.rank)
    })
    .map(({ bundle }) => bundle)
}

function compareRanks(left: readonly (number | string)[], right: readonly (number | string)[]): number {
  for (const [at, one] of left.entries()) {
    const other = right[at]
    if (other === undefined || one === other) continue
    return one < other ? -1 : 1
  }
  return 0
}

/** Writes the period under whose heading a bundle is listed, as in an address: `weekly`. */
export function periodSlug(bundle: Pick<Bundle, 'period'>): string {
  return getPeriod(bundle).toLowerCase()
}
