import type { JsonObject } from '../core/json.ts'
import { type Filter, filterBy, type Row, type RowSource } from './collection.ts'
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
  const found = source.select(filtersIn(query))
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
    .map(([name, value]) => filterBy(name, ...textsOf(value).flatMap((text) => [text, ...text.split(',')])))
}

function wholeNumber(query: Query, name: string, fallback: number): number {
  const number = Number(query[name] ?? fallback)
  if (Number.isInteger(number) && number >= 0) return number
  throw new TmfError(400, `${name} must be a whole number`)
}

const textsOf = (value: unknown) => [value].flat().map(String)
const topLevel = (field: string) => field.trim().split('.')[0] ?? ''
