import { periodSlug, type TariffOrder, tariffColumns, usualOrder } from '@nyanja/domain/bundles/tariffs'
import type { PriceList, TariffQuestion } from '@nyanja/server/subscriber/price-list'

export type TablePage = number | 'all'

const longestWords = 60

/** What the address asks for; what makes no sense in it is left out. */
export function questionIn(
  query: URLSearchParams,
  { categories, periods }: Pick<PriceList, 'categories' | 'periods'>,
): TariffQuestion {
  const category = categories.find((one) => one === query.get('kind'))
  const period = periods.map((one) => periodSlug({ period: one })).find((slug) => slug === query.get('filter'))
  return {
    ...(category && { category }),
    ...(period !== undefined && { period }),
    words: (query.get('q') ?? '').trim().slice(0, longestWords),
    order: orderIn(query.get('sort')),
  }
}

export function pageIn(query: URLSearchParams): TablePage {
  const page = query.get('page') ?? ''
  return page === 'all' ? page : Math.max(1, Number.parseInt(page, 10) || 1)
}

/** The address that asks for it; what is usual does not stand in it. */
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

/** Once more on the same column turns it round. */
export function turned({ column, direction }: TariffOrder, pressed: TariffOrder['column']): TariffOrder {
  return { column: pressed, direction: column === pressed && direction === 'ascending' ? 'descending' : 'ascending' }
}
