import { type Bundle, groupByPeriod } from '@nyanja/domain/bundles/bundle'
import { type Kind, kinds, type LastingRow, lastingRows, type RechargeTexts } from './bundle-rows.ts'

export interface Stocked {
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
