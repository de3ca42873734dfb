import type { JsonObject } from '../core/json.ts'
import { compareTexts, comparisons, type Filter, filterBy, type Row, type RowSource, textsAt } from './collection.ts'
import { TmfError } from './tmf-error.ts'

export interface Page {
  readonly rows: readonly JsonObject[]
  readonly total: number
}

const pageSize = 100
const notFilters = new Set(['fields', 'offset', 'limit', 'sort'])

type Query = Readonly<Record<string, unknown>>

/** A page of a list, by the filter, paging and partial-answer rules of TMF630. */
export function listPage(source: RowSource, query: Query): Page {
  const offset = wholeNumber(query, 'offset', 0)
  const limit = wholeNumber(query, 'limit', pageSize)
  const found = inOrder(source.select(filtersIn(query)), query)
  const rows = found.slice(offset, offset + limit).map((row) => partOf(row, query))
  return { rows, total: found.length }
}

/** Only the asked fields, and always `id` and `href`. */
export function partOf(row: Row, { fields }: Query): JsonObject {
  if (fields === undefined) return row
  const wanted = new Set(['id', 'href', ...textsOf(fields).flatMap((list) => list.split(',').map(topLevel))])
  return Object.fromEntries(Object.entries(row).filter(([key]) => wanted.has(key)))
}

function filtersIn(query: Query): readonly Filter[] {
  return Object.entries(query)
    .filter(([name]) => !notFilters.has(name))
    .map(([name, value]) => filterIn(name, textsOf(value)))
}

/** `amount.value.gt=5` compares; a name without an operator has to have one of the values. */
function filterIn(name: string, values: readonly string[]): Filter {
  const [, path = name, operator = ''] = /^(.+)\.([a-z]+)$/.exec(name) ?? []
  const compare = comparisons[operator]
  if (compare) return { ...filterBy(path, ...values), compare }
  return filterBy(name, ...values.flatMap((text) => [text, ...text.split(',')]))
}

/** `sort=-date,name`: the newest first, those of one date by name. */
function inOrder(rows: readonly Row[], { sort }: Query): readonly Row[] {
  if (sort === undefined) return rows
  const keys = textsOf(sort).flatMap((list) => list.split(',').map(keyIn))
  return rows.toSorted((left, right) => {
    for (const { steps, sign } of keys) {
      const order = compareTexts(textsAt(left, steps)[0] ?? '', textsAt(right, steps)[0] ?? '')
      if (order !== 0) return order * sign
    }
    return 0
  })
}

/** A plus may come as the blank that it stands for in an address. */
function keyIn(text: string) {
  const [, sign = '', path = ''] = /^([-+ ]?)(.*)$/.exec(text) ?? []
  return { steps: path.trim().split('.'), sign: sign === '-' ? -1 : 1 }
}

function wholeNumber(query: Query, name: string, fallback: number): number {
  const number = Number(query[name] ?? fallback)
  if (Number.isInteger(number) && number >= 0) return number
  throw new TmfError(400, `${name} must be a whole number`)
}

const textsOf = (value: unknown) => [value].flat().map(String)
const topLevel = (field: string) => field.trim().split('.')[0] ?? ''
