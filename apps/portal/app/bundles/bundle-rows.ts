import { type Bundle, endOfBundle, groupByPeriod } from '@nyanja/domain/bundles/bundle'
import { cheapestPerMb, hundredthsPerMb } from '@nyanja/domain/bundles/tariffs'
import { displayMoney } from '@nyanja/domain/money/money'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Clock } from '@nyanja/web/format/clock'
import { givesOf, isPlain, perMbText, planNameOf, planOf } from '../format/bundle-texts.ts'

export type RechargeTexts = ContentPackages['recharge-translation']

/** The texts of a bundle picker, without those of its rows. */
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
  /** The text for each bundle that ends. */
  readonly afterEnd?: string
}

/** The part of a bundle's row that does not depend on the time, all of it as text. */
export interface LastingRow {
  readonly code: string
  readonly kind: Kind
  readonly gives: string
  readonly plan: string
  /** What size and period do not say: `from 23:00 to 06:00`. */
  readonly about?: string
  readonly price: string
  readonly perMb?: string
  /** Length of the price bar in pixels: the most expensive MB of the list has the longest. */
  readonly bar?: number
  readonly isCheapest?: true
}

export interface BundleRow extends LastingRow {
  /** Undefined for unlimited bundles. */
  readonly ends?: string
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
  const dearest = bundles.reduce((most, bundle) => Math.max(most, hundredthsPerMb(bundle) ?? 0), 0)

  return bundles.map((bundle) => {
    const perMb = hundredthsPerMb(bundle)
    return {
      code: bundle.productCode,
      kind: kindOfCategory[bundle.category] ?? 'others',
      gives: givesOf(bundle, texts),
      // The row of an endless bundle says, in place of its end, that it is unlimited.
      plan: bundle.validity === 'unlimited' ? planNameOf(bundle, texts) : planOf(bundle, texts),
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

/** Adds the exact end to the row, as if it were paid for now. */
export function rowAt(row: LastingRow, bundle: Bundle, { now, clock }: Moment): BundleRow {
  const end = endOfBundle(bundle, now)
  return end === undefined ? row : { ...row, ends: clock.day(end) }
}

export interface Stocked {
  readonly bundle: Bundle
  readonly row: LastingRow
}

/** Bundles under one heading. */
export interface BundleGroup {
  /** The catalogue's name, which is part of addresses. */
  readonly period: string
  readonly heading: string
  readonly stock: readonly Stocked[]
}

/** A list of bundles, grouped and as text, without their ends, which change every minute. */
export interface BundleGroups {
  readonly size: number
  readonly byCode: ReadonlyMap<string, Stocked>
  /** The existing kinds, and all of them together. */
  readonly groups: ReadonlyMap<Kind, readonly BundleGroup[]>
}

const headings: Readonly<Record<string, 'filterDaily' | 'filterWeekly' | 'filterMonthly' | 'filterOthers'>> = {
  Daily: 'filterDaily',
  Weekly: 'filterWeekly',
  Monthly: 'filterMonthly',
  Others: 'filterOthers',
}

const shelves = new WeakMap<readonly Bundle[], WeakMap<RechargeTexts, BundleGroups>>()

/** Formats the same list once, however often it is shown. */
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
