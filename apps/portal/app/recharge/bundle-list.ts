import { type Bundle, getPeriod } from '@nyanja/domain/bundles/bundle'
import type { Clock } from '@nyanja/web/format/clock'
import { linkParts } from '../bundles/bundle-listing.ts'
import { type BundleGroups, groupBundles, type Kind, type RechargeTexts, rowAt } from '../bundles/bundle-rows.ts'
import { type ShownGroup, windowOn } from '../bundles/bundle-window.ts'
import { type Filter, type LineBundles, shownKind } from './bundle-filter.ts'

/** The most bundles that are sent to the browser, where a filter costs nothing. More would weigh too much. */
const atHand = 24
const window = { perGroup: 6, most: 20 }

const textOfKind = {
  data: 'filterData',
  social: 'filterSocial',
  calls: 'filterCalls',
  sms: 'filterSms',
  mixed: 'filterMixed',
  others: 'filterOthers',
  all: 'filterAll',
} as const satisfies Record<Kind, keyof RechargeTexts>

/** One chip for each kind that the line can have, and one for all. None where there is nothing to choose between. */
function filtersOf({ groups }: BundleGroups, texts: RechargeTexts): Filter[] {
  return groups.size < 3 ? [] : [...groups.keys()].map((kind) => ({ kind, label: texts[textOfKind[kind]] }))
}

interface ListOptions {
  readonly texts: RechargeTexts
  readonly now: number
  readonly clock: Clock
  readonly query: URLSearchParams
  readonly order: string
}

export function bundleList(bundles: readonly Bundle[], options: ListOptions): LineBundles {
  const { texts, now, clock, query, order } = options
  const bundleGroups = groupBundles(bundles, texts)
  const filters = filtersOf(bundleGroups, texts)
  const moment = { now, clock }
  if (bundleGroups.size <= atHand) {
    const everything = { kind: 'all', period: null, page: 1 } as const
    const whole = windowOn(bundleGroups, everything, { perGroup: atHand, most: atHand }, moment)
    return { filters, groups: whole.groups.map(({ heading, rows }) => ({ heading, rows })) }
  }
  const kind = shownKind(query.get('filter'), filters)
  const selection = { kind, period: query.get('period'), page: Number(query.get('page') ?? 1) || 1 }
  const part = windowOn(bundleGroups, selection, window, moment)
  const { groups, pages } = linkParts(
    { ...part, groups: withChosen(part.groups, { bundleGroups, code: query.get('bundle'), moment }) },
    {
      hrefOf: ({ period, page = 1 }) =>
        `?${new URLSearchParams({ order, filter: kind, ...(period && { period }), page: String(page) })}`,
      texts: {
        allOf: texts.bundlesAllOf,
        before: texts.bundlesBefore,
        after: texts.bundlesAfter,
        allGroups: texts.bundlesAllGroups,
      },
    },
  )
  return {
    filters,
    isPart: true,
    groups: groups.map(({ heading, rows, more }) => ({ heading, rows, ...(more && { more }) })),
    ...(pages && { pages }),
  }
}

interface Choosing {
  readonly bundleGroups: BundleGroups
  readonly code: string | null
  readonly moment: Parameters<typeof rowAt>[2]
}

/** The choice stays in the form under every filter. */
function withChosen(groups: readonly ShownGroup[], { bundleGroups, code, moment }: Choosing): readonly ShownGroup[] {
  const chosen = bundleGroups.byCode.get(code ?? '')
  if (chosen === undefined || groups.some(({ rows }) => rows.some((row) => row.code === code))) return groups
  const row = rowAt(chosen.row, chosen.bundle, moment)
  const period = getPeriod(chosen.bundle)
  const known = groups.find((group) => group.period === period)
  if (known !== undefined)
    return groups.map((group) => (group === known ? { ...group, rows: [row, ...group.rows] } : group))
  const heading = bundleGroups.groups.get('all')?.find((group) => group.period === period)?.heading ?? period
  return [{ period, heading, count: 1, rows: [row] }, ...groups]
}
