import { type Bundle, endOfBundle, groupByPeriod } from '@nyanja/domain/bundles/bundle'
import { cheapestPerMb, pricePerMb } from '@nyanja/domain/bundles/tariffs'
import { displayMoney } from '@nyanja/domain/money/money'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import { givesOf, isPlain, perMbText, planOf } from '../format/bundle-texts.ts'
import type { Clock } from '../format/clock.ts'

export type RechargeTexts = ContentPackages['recharge-translation']

/** What a picker of bundles shows beside their rows. */
export const pickerTexts = [
  'bundlesHeading',
  'bundlesNone',
  'bundlesNoneText',
  'bundlesUnavailable',
  'filterLegend',
  'columnGives',
  'columnEnds',
  'columnPerMb',
  'columnPrice',
  'validityUnlimited',
  'ends',
  'endsAfterPurchase',
  'noExpiryText',
  'renewsNot',
  'cheapest',
  'afterwards',
] as const satisfies readonly (keyof RechargeTexts)[]

export type PickerTexts = Pick<RechargeTexts, (typeof pickerTexts)[number]> & {
  readonly listNote: string
  /** Said of each bundle that ends. */
  readonly afterEnd?: string
}

/** What of a bundle is the same whenever it is looked at, all of it as text. */
export interface LastingRow {
  readonly code: string
  readonly kind: Kind
  readonly gives: string
  readonly plan: string
  /** Where size and period do not say it all: `from 23:00 to 06:00`. */
  readonly about?: string
  readonly price: string
  readonly perMb?: string
  /** Length of the price bar in pixels: the dearest MB of the list is the longest. */
  readonly bar?: number
  readonly isCheapest?: true
}

/** One line of a bundle table. */
export interface BundleRow extends LastingRow {
  /** Undefined for what never ends. */
  readonly ends?: string
  readonly endsInFull?: string
}

const kinds = ['data', 'social', 'calls', 'sms', 'mixed', 'others', 'all'] as const
export type Kind = (typeof kinds)[number]

const kindOfCategory: Readonly<Record<string, Kind>> = {
  data: 'data',
  social: 'social',
  voice: 'calls',
  sms: 'sms',
  mixed: 'mixed',
}

const longestBar = 88

export function lastingRows(bundles: readonly Bundle[], texts: RechargeTexts): LastingRow[] {
  const comparable = bundles.filter(({ category }) => category === 'data' || category === 'broadband')
  const cheapest = comparable.length > 1 ? cheapestPerMb(comparable) : undefined
  const dearest = bundles.reduce((most, bundle) => Math.max(most, pricePerMb(bundle) ?? 0), 0)

  return bundles.map((bundle) => {
    const perMb = pricePerMb(bundle)
    return {
      code: bundle.productCode,
      kind: kindOfCategory[bundle.category] ?? 'others',
      gives: givesOf(bundle, texts),
      plan: planOf(bundle, texts),
      price: displayMoney(bundle.price),
      ...(!isPlain(bundle) && bundle.description !== '' && { about: bundle.description }),
      ...(perMb !== undefined && {
        perMb: perMbText(bundle, texts),
        bar: Math.max(2, Math.round((longestBar * perMb) / dearest)),
      }),
      ...(bundle === cheapest && { isCheapest: true as const }),
    }
  })
}

interface Moment {
  readonly now: number
  readonly clock: Clock
}

/** With its exact end, as if it were paid for now. */
export function rowAt(row: LastingRow, bundle: Bundle, { now, clock }: Moment): BundleRow {
  const end = endOfBundle(bundle, now)
  return end === undefined ? row : { ...row, ends: clock.day(end), endsInFull: clock.date(end) }
}

interface Stocked {
  readonly bundle: Bundle
  readonly row: LastingRow
}

/** Bundles under one heading. */
export interface BundleGroup {
  /** As the catalogue says it; it stands in addresses. */
  readonly period: string
  readonly heading: string
  readonly stock: readonly Stocked[]
}

/** A list of bundles, grouped and in words. Without their ends, which move with every minute. */
export interface BundleGroups {
  readonly size: number
  readonly byCode: ReadonlyMap<string, Stocked>
  /** The kinds that there are, and all of them together. */
  readonly groups: ReadonlyMap<Kind, readonly BundleGroup[]>
}

const headings: Readonly<Record<string, 'filterDaily' | 'filterWeekly' | 'filterMonthly' | 'filterOthers'>> = {
  Daily: 'filterDaily',
  Weekly: 'filterWeekly',
  Monthly: 'filterMonthly',
  Others: 'filterOthers',
}

const shelves = new WeakMap<readonly Bundle[], WeakMap<RechargeTexts, BundleGroups>>()

/** The same list is put into the same words once, however often it is looked at. */
export function groupBundles(bundles: readonly Bundle[], texts: RechargeTexts): BundleGroups {
  const inLanguages = shelves.get(bundles) ?? new WeakMap<RechargeTexts, BundleGroups>()
  shelves.set(bundles, inLanguages)
  const bundleGroups = inLanguages.get(texts) ?? stocked(bundles, texts)
  inLanguages.set(texts, bundleGroups)
  return bundleGroups
}

function stocked(bundles: readonly Bundle[], texts: RechargeTexts): BundleGroups {
  const rows = lastingRows(bundles, texts)
  const stock = new Map<Bundle, Stocked>()
  for (const [place, bundle] of bundles.entries()) {
    const row = rows[place]
    if (row !== undefined) stock.set(bundle, { bundle, row })
  }
  const all = [...stock.values()]
  const groupsOf = (kind: Kind) => {
    const ofKind = all.filter(({ row }) => kind === 'all' || row.kind === kind)
    return groupByPeriod(ofKind.map(({ bundle }) => bundle)).map(({ period, bundles: members }) => {
      const key = headings[period]
      return {
        period,
        heading: key === undefined ? period : texts[key],
        stock: members.flatMap((bundle) => stock.get(bundle) ?? []),
      }
    })
  }
  const found = kinds.filter((kind) => kind === 'all' || all.some(({ row }) => row.kind === kind))
  return {
    size: bundles.length,
    byCode: new Map(all.map((one) => [one.bundle.productCode, one])),
    groups: new Map(found.map((kind) => [kind, groupsOf(kind)])),
  }
}
