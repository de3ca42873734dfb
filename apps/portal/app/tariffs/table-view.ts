import type { Bundle } from '@nyanja/domain/bundles/bundle'
import {
  getTariffCategory,
  periodSlug,
  type TariffCategory,
  type TariffColumn,
  type TariffOrder,
  tariffColumns,
  usualOrder,
} from '@nyanja/domain/bundles/tariffs'
import { displayMoney } from '@nyanja/domain/money/money'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { PriceList, TariffQuestion } from '@nyanja/server/subscriber/price-list'
import { givesOf, perMbText, validityOf } from '../format/bundle-texts.ts'
import type { Hrefs } from '../hrefs.ts'

type TablePage = number | 'all'

const maxTextLength = 60

/** Reads the query of the address; invalid values are left out. */
export function readTableQuery(
  query: URLSearchParams,
  { categories, periods }: Pick<PriceList, 'categories' | 'periods'>,
): TariffQuestion {
  const category = categories.find((one) => one === query.get('kind'))
  const period = periods.map((one) => periodSlug({ period: one })).find((slug) => slug === query.get('filter'))
  return {
    ...(category && { category }),
    ...(period !== undefined && { period }),
    words: (query.get('q') ?? '').trim().slice(0, maxTextLength),
    order: orderIn(query.get('sort')),
  }
}

export function pageIn(query: URLSearchParams): TablePage {
  const page = query.get('page') ?? ''
  return page === 'all' ? page : Math.max(1, Number.parseInt(page, 10) || 1)
}

/** Builds the address of the query; default values are left out. */
export function queryOf({ category, period, words, order }: TariffQuestion, page: TablePage = 1) {
  return {
    kind: category,
    filter: period,
    sort: sortText(order),
    q: words === '' ? undefined : words,
    page: page === 1 ? undefined : String(page),
  }
}

function orderIn(text: string | null): TariffOrder {
  const [, minus, name] = /^(-?)(.*)$/.exec(text ?? '') ?? []
  const column = tariffColumns.find((one) => one === name)
  return column === undefined ? usualOrder : { column, direction: minus === '-' ? 'descending' : 'ascending' }
}

function sortText({ column, direction }: TariffOrder): string | undefined {
  if (direction === 'descending') return `-${column}`
  return column === usualOrder.column ? undefined : column
}

/** A second press on the same column reverses it. */
export function toggleOrder({ column, direction }: TariffOrder, pressed: TariffOrder['column']): TariffOrder {
  return { column: pressed, direction: column === pressed && direction === 'ascending' ? 'descending' : 'ascending' }
}

export type TableTexts = ContentPackages['table-translation']
type BundleTexts = ContentPackages['recharge-translation']

interface TableCopy {
  readonly texts: TableTexts
  readonly bundleTexts: BundleTexts
  readonly to: Hrefs
  /** The page where bundles of phones and of routers are bought; none where they are only listed. */
  readonly rechargeHref: string | undefined
  readonly routerHref: string | undefined
}

/** One line of the table, all of it as text. */
export interface TariffRow {
  readonly code: string
  readonly name: string
  readonly category: string
  readonly gives: string
  readonly lasts: string
  readonly perMb?: string
  readonly price: string
  readonly buyHref?: string
}

export interface ColumnHead {
  readonly column: TariffColumn
  readonly text: string
  readonly href: string
  readonly sorted?: 'ascending' | 'descending'
}

const headTexts = {
  category: 'columnCategory',
  name: 'columnName',
  volume: 'columnVolume',
  validity: 'columnValidity',
  perMb: 'columnPerMb',
  price: 'columnPrice',
} as const satisfies Record<TariffColumn, keyof TableTexts>

const categoryTexts = {
  data: 'filterData',
  social: 'filterSocial',
  voice: 'filterCalls',
  sms: 'filterSms',
  mixed: 'filterMixed',
  broadband: 'filterRouter',
  others: 'filterOthers',
} as const satisfies Record<TariffCategory, keyof BundleTexts>

/** A catalogue's own periods keep their own names. */
const periodTexts: Readonly<Record<string, 'filterDaily' | 'filterWeekly' | 'filterMonthly' | 'filterOthers'>> = {
  daily: 'filterDaily',
  weekly: 'filterWeekly',
  monthly: 'filterMonthly',
  others: 'filterOthers',
}

export function tariffRow(bundle: Bundle, { bundleTexts, rechargeHref, routerHref }: TableCopy): TariffRow {
  const category = getTariffCategory(bundle)
  const perMb = perMbText(bundle, bundleTexts)
  const buyHref = category === 'broadband' ? routerHref : rechargeHref
  return {
    code: bundle.productCode,
    name: bundle.name,
    category: bundleTexts[categoryTexts[category]],
    gives: givesOf(bundle, bundleTexts),
    lasts: validityOf(bundle, bundleTexts),
    price: displayMoney(bundle.price),
    ...(perMb !== undefined && { perMb }),
    ...(bundle.lineType === 'PREPAID' && buyHref !== undefined && { buyHref }),
  }
}

/** Each heading links to the table in its order; the current one links to the reverse. */
export function columnHeads(question: TariffQuestion, { texts, to }: TableCopy): ColumnHead[] {
  return tariffColumns.map((column) => ({
    column,
    text: texts[headTexts[column]],
    href: to.tariffs(queryOf({ ...question, order: toggleOrder(question.order, column) })),
    ...(question.order.column === column && { sorted: question.order.direction }),
  }))
}

type Choices = Pick<PriceList, 'categories' | 'periods'>

export interface FilterLink {
  readonly href: string
  readonly label: string
  readonly isCurrent: boolean
}

/** There are none where there is nothing to choose between. */
export function kindLinks({ categories }: Choices, question: TariffQuestion, words: TableCopy): FilterLink[] {
  const { texts, bundleTexts, to } = words
  const link = (category: TariffCategory | undefined, label: string): FilterLink => ({
    href: to.tariffs(queryOf({ ...question, category })),
    label,
    isCurrent: question.category === category,
  })
  if (categories.length < 2) return []
  return [link(undefined, texts.kindAll), ...categories.map((one) => link(one, bundleTexts[categoryTexts[one]]))]
}

export function periodLinks({ periods }: Choices, question: TariffQuestion, words: TableCopy): FilterLink[] {
  const { texts, bundleTexts, to } = words
  const link = (period: string | undefined, label: string): FilterLink => ({
    href: to.tariffs(queryOf({ ...question, period })),
    label,
    isCurrent: question.period === period,
  })
  const nameOf = (period: string, slug: string) => {
    const known = periodTexts[slug]
    return known === undefined ? period : bundleTexts[known]
  }
  const slugs = periods.map((period) => [period, periodSlug({ period })] as const)
  if (slugs.length < 2) return []
  return [link(undefined, texts.periodAll), ...slugs.map(([period, slug]) => link(slug, nameOf(period, slug)))]
}

const pageLength = 50

interface TableWindow {
  readonly bundles: readonly Bundle[]
  /** The text says how many there are, and which of them are shown. */
  readonly count: string
  readonly links: readonly { readonly href: string; readonly text: string; readonly rel?: 'prev' | 'next' }[]
}

/** Cuts the part of the results that one page shows. */
export function windowOf(
  found: readonly Bundle[],
  { question, page, words: { texts, to } }: { question: TariffQuestion; page: TablePage; words: TableCopy },
): TableWindow {
  const count = found.length === 1 ? texts.countOne : fill(texts.count, { count: found.length })
  if (page === 'all' || found.length <= pageLength) return { bundles: found, count, links: [] }
  const pages = Math.ceil(found.length / pageLength)
  const at = Math.min(page, pages)
  const from = (at - 1) * pageLength
  const bundles = found.slice(from, from + pageLength)
  const hrefOf = (shown: TablePage) => to.tariffs(queryOf(question, shown))
  const next = Math.min(pageLength, found.length - from - pageLength)
  return {
    bundles,
    count: fill(texts.shown, { from: from + 1, to: from + bundles.length, count: found.length }),
    links: [
      ...(at > 1
        ? [{ href: hrefOf(at - 1), text: fill(texts.previous, { count: pageLength }), rel: 'prev' as const }]
        : []),
      ...(at < pages ? [{ href: hrefOf(at + 1), text: fill(texts.next, { count: next }), rel: 'next' as const }] : []),
      { href: hrefOf('all'), text: texts.allOnOnePage },
    ],
  }
}
