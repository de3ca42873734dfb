import type { Bundle } from '@nyanja/domain/bundles/bundle'
import { fill } from '@nyanja/domain/texts/fill'
import type { BundleListing, TextLink } from './bundle-list.tsx'
import { type BundleRow, groupBundles, type RechargeTexts } from './bundle-rows.ts'
import { type BundleWindow, windowOn } from './bundle-window.ts'

/** Builds the address of another part of a list of bundles: one period of it, or all. */
export type ListHrefOf = (part: { readonly period?: string; readonly page?: number }) => string

interface ListTexts {
  /** The text has the form `All {count}: {period}`. */
  readonly allOf: string
  readonly before: string
  readonly after: string
  /** The text has the form `{from} to {to} of {count}`. */
  readonly shownOf?: string
  /** The link leads from one period back to all. */
  readonly allGroups?: string
}

interface Linking {
  readonly hrefOf: ListHrefOf
  readonly texts: ListTexts
}

type LinkedGroup = BundleWindow['groups'][number] & { readonly more?: TextLink }

/** Builds the groups on the page, each with a link to the rest of it, and the pages of a group that is shown alone. */
export function linkParts(
  shown: BundleWindow,
  linking: Linking,
): Pick<BundleListing<BundleRow>, 'pages'> & { readonly groups: readonly LinkedGroup[] } {
  const { hrefOf, texts } = linking
  const groups = shown.groups.map((group) => {
    const { period, heading, count, rows } = group
    if (shown.period !== undefined || rows.length >= count) return group
    return { ...group, more: { href: hrefOf({ period }), text: fill(texts.allOf, { count, period: heading }) } }
  })
  const pages = linkPages(shown, linking)
  return { groups, ...(pages && { pages }) }
}

function linkPages({ period, turning }: BundleWindow, { hrefOf, texts }: Linking): BundleListing<BundleRow>['pages'] {
  if (period === undefined) return undefined
  const { before, after, allGroups, shownOf } = texts
  const link = (page: number | undefined, text: string): TextLink[] =>
    page === undefined ? [] : [{ href: hrefOf({ period, page }), text }]
  const links = [
    ...link(turning?.before, before),
    ...link(turning?.after, after),
    ...(allGroups === undefined ? [] : [{ href: hrefOf({}), text: allGroups }]),
  ]
  if (links.length === 0) return undefined
  return { ...(turning && shownOf !== undefined && { text: fill(shownOf, { ...turning }) }), links }
}

const size = { perGroup: 20, most: 60 }

interface PeriodListOptions {
  readonly query: URLSearchParams
  readonly moment: Parameters<typeof windowOn>[3]
  readonly hrefOf: ListHrefOf
  readonly texts: ListTexts & { readonly filterAll: string }
  readonly common: RechargeTexts
}

/** Lists bundles of all kinds, by period: what one page shows of them, with links to each period and to its pages. */
export function listByPeriod(bundles: readonly Bundle[], options: PeriodListOptions) {
  const { query, moment, hrefOf, texts, common } = options
  const bundleGroups = groupBundles(bundles, common)
  const page = Number(query.get('page') ?? 1) || 1
  const shown = windowOn(bundleGroups, { kind: 'all', period: query.get('filter'), page }, size, moment)
  const periods = bundleGroups.groups.get('all') ?? []
  const toPeriods = periods.map(({ period, heading }) => ({
    href: hrefOf({ period }),
    label: heading,
    isCurrent: shown.period === period,
  }))
  const toAll = { href: hrefOf({}), label: texts.filterAll, isCurrent: shown.period === undefined }
  return {
    ...linkParts(shown, { hrefOf, texts }),
    chips: periods.length < 2 ? [] : [toAll, ...toPeriods],
    byCode: bundleGroups.byCode,
  }
}
