import { type Bundle, periodOf } from '@nyanja/domain/bundles/bundle'
import { fill } from '@nyanja/domain/texts/fill'
import { type BundleGroups, groupBundles } from '../bundles/bundle-bundle-groups.ts'
import { type BundleRow, type Kind, type RechargeTexts, rowAt } from '../bundles/bundle-rows.ts'
import { type BundleWindow, type ShownGroup, windowOn } from '../bundles/bundle-window.ts'
import type { Clock } from '../format/clock.ts'
import { type Filter, shownKind } from './bundle-filter.ts'

export interface ListedRow extends BundleRow {
  /** Place of its heading. */
  readonly group: number
}

/** A query of this page, and the words that lead there. */
export interface ListLink {
  readonly search: string
  readonly text: string
}

/** What the page gets of the bundles of a line. */
export interface BundleList {
  readonly filters: readonly Filter[]
  readonly rows: readonly ListedRow[]
  readonly headings: readonly { readonly text: string; readonly more?: ListLink }[]
  /** Set where there are more than one page can carry: then each filter is asked of the server. */
  readonly isPart?: true
  readonly turns?: readonly ListLink[]
}

/** So many are at hand in the browser, where a filter costs nothing. More would weigh too much. */
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
  /** Of the address. */
  readonly query: URLSearchParams
  readonly order: string
}

export function bundleList(bundles: readonly Bundle[], options: ListOptions): BundleList {
  const { texts, now, clock, query } = options
  const bundleGroups = groupBundles(bundles, texts)
  const filters = filtersOf(bundleGroups, texts)
  const moment = { now, clock }
  if (bundleGroups.size <= atHand) {
    const whole = windowOn(
      bundleGroups,
      { kind: 'all', period: null, page: 1 },
      { perGroup: atHand, most: atHand },
      moment,
    )
    return { filters, rows: rowsOf(whole.groups), headings: whole.groups.map(({ heading }) => ({ text: heading })) }
  }
  const kind = shownKind(query.get('filter'), filters)
  const selection = { kind, period: query.get('period'), page: Number(query.get('page') ?? 1) || 1 }
  const part = windowOn(bundleGroups, selection, window, moment)
  const searchOf = (more: Readonly<Record<string, string>>) =>
    `?${new URLSearchParams({ order: options.order, filter: kind, ...more })}`
  const groups = withChosen(part.groups, { bundleGroups, code: query.get('bundle'), moment })
  return {
    filters,
    isPart: true,
    rows: rowsOf(groups),
    headings: groups.map((group) => ({ text: group.heading, ...moreOf(group, part, { texts, searchOf }) })),
    turns: outcomesOf(part, { texts, searchOf }),
  }
}

function rowsOf(groups: readonly ShownGroup[]): ListedRow[] {
  return groups.flatMap(({ rows }, group) => rows.map((row) => ({ ...row, group })))
}

interface Choosing {
  readonly bundleGroups: BundleGroups
  readonly code: string | null
  readonly moment: Parameters<typeof rowAt>[2]
}

/** What is chosen stays in the form, whatever is shown beside it. */
function withChosen(groups: readonly ShownGroup[], { bundleGroups, code, moment }: Choosing): readonly ShownGroup[] {
  const chosen = bundleGroups.byCode.get(code ?? '')
  if (chosen === undefined || groups.some(({ rows }) => rows.some((row) => row.code === code))) return groups
  const row = rowAt(chosen.row, chosen.bundle, moment)
  const period = periodOf(chosen.bundle)
  const known = groups.find((group) => group.period === period)
  if (known !== undefined)
    return groups.map((group) => (group === known ? { ...group, rows: [row, ...group.rows] } : group))
  const heading = bundleGroups.groups.get('all')?.find((group) => group.period === period)?.heading ?? period
  return [{ period, heading, count: 1, rows: [row] }, ...groups]
}

interface Linking {
  readonly texts: RechargeTexts
  readonly searchOf: (more: Readonly<Record<string, string>>) => string
}

function moreOf({ period, heading, count, rows }: ShownGroup, part: BundleWindow, { texts, searchOf }: Linking) {
  if (part.period !== undefined || rows.length >= count) return {}
  return {
    more: { search: searchOf({ period, page: '1' }), text: fill(texts.bundlesAllOf, { count, period: heading }) },
  }
}

function outcomesOf({ period = '', turning }: BundleWindow, { texts, searchOf }: Linking): ListLink[] {
  if (period === '') return []
  const turns = [
    { page: turning?.before, text: texts.bundlesBefore },
    { page: turning?.after, text: texts.bundlesAfter },
  ]
  return [
    ...turns.flatMap(({ page, text }) =>
      page === undefined ? [] : [{ search: searchOf({ period, page: String(page) }), text }],
    ),
    { search: searchOf({ page: '1' }), text: texts.bundlesAllGroups },
  ]
}
