import { type Bundle, periodOf } from './bundle.ts'
import { pricePerMb } from './price-per-mb.ts'
import { durationMs } from './validity.ts'

export const tariffCategories = ['data', 'social', 'voice', 'sms', 'mixed', 'broadband', 'others'] as const
export type TariffCategory = (typeof tariffCategories)[number]

export function tariffCategoryOf({ category }: Pick<Bundle, 'category'>): TariffCategory {
  return tariffCategories.find((known) => known === category) ?? 'others'
}

export const tariffColumns = ['category', 'name', 'volume', 'validity', 'perMb', 'price'] as const
export type TariffColumn = (typeof tariffColumns)[number]

export interface TariffOrder {
  readonly column: TariffColumn
  readonly direction: 'ascending' | 'descending'
}

/** As all lists of bundles are: those that never end last. */
export const usualOrder: TariffOrder = { column: 'validity', direction: 'ascending' }

/** What a bundle counts in a column, by weight; undefined where it has nothing to compare. */
type Rank = (bundle: Bundle) => readonly (number | string)[] | undefined

const amountIn = (volume: 'unlimited' | number | undefined) =>
  volume === 'unlimited' ? Number.POSITIVE_INFINITY : (volume ?? 0)

const ranks: Readonly<Record<TariffColumn, Rank>> = {
  category: (bundle) => [tariffCategories.indexOf(tariffCategoryOf(bundle))],
  name: ({ name }) => [name.toLowerCase()],
  volume: ({ data, voice, sms }) => [
    amountIn(data === 'unlimited' ? data : data?.bytes),
    amountIn(voice === 'unlimited' ? voice : voice?.seconds),
    amountIn(sms),
  ],
  validity: ({ validity }) => [durationMs(validity)],
  perMb(bundle) {
    const price = pricePerMb(bundle)
    return price === undefined ? undefined : [price]
  },
  price: ({ price }) => [price.minor],
}

/** Equals keep the order that they came in; what cannot be compared stands last, whichever way is asked for. */
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

/** Headings of bundles as they stand in an address: `weekly`. */
export function periodSlug(bundle: Pick<Bundle, 'period'>): string {
  return periodOf(bundle).toLowerCase()
}
