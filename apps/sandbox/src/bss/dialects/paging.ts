import type { JsonObject } from '../../core/bodies.ts'
import { TmfError } from '../tmf-error.ts'

/** The way in which a system cuts its lists into pages. */
export interface Paging {
  /** The longest page, regardless of the requested limit. */
  readonly most: number
  /** The way to request a further page. `nothing` means that every request returns the first. */
  readonly continuesBy: 'offset' | 'cursor' | 'nothing'
  /** What the answer reports of the rest. */
  readonly reports: 'count' | 'link' | 'range' | 'nothing'
}

/** Parameters of a list that filter nothing. */
export const notFilters = new Set(['fields', 'offset', 'limit', 'sort', 'cursor'])

export type Query = Readonly<Record<string, unknown>>

export interface Page {
  readonly rows: readonly JsonObject[]
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

const usualLimit = 100

/** Cuts the requested page from all rows that were found. */
export function pageOf(found: readonly JsonObject[], paging: Paging, query: Query, url: string): Page {
  const offset = paging.continuesBy === 'nothing' ? 0 : startOf(paging, query)
  const limit = paging.continuesBy === 'nothing' ? paging.most : wholeNumber(query, 'limit', usualLimit)
  const rows = found.slice(offset, offset + Math.min(limit, paging.most))
  return { rows, ...reportOf(paging, { url, offset, end: offset + rows.length, total: found.length }) }
}

interface Slice {
  readonly url: string
  readonly offset: number
  readonly end: number
  readonly total: number
}

function reportOf({ reports }: Paging, { url, offset, end, total }: Slice): Pick<Page, 'status' | 'headers'> {
  if (reports === 'nothing') return { status: 200, headers: {} }
  if (reports === 'count') {
    return { status: 200, headers: { 'x-total-count': String(total), 'x-result-count': String(end - offset) } }
  }
  if (reports === 'link') {
    return { status: 200, headers: end < total ? { link: `<${nextUrl(url, end)}>; rel="next"` } : {} }
  }
  // The unit is TM Forum's; RFC 7233 has 416 for a start behind the end.
  if (offset > 0 && offset >= total) return { status: 416, headers: { 'content-range': `items */${total}` } }
  const range = total === 0 ? '*' : `${offset}-${end - 1}`
  return { status: end - offset < total ? 206 : 200, headers: { 'content-range': `items ${range}/${total}` } }
}

/** Returns the same query with an opaque continuation in place of an offset. */
function nextUrl(url: string, end: number): string {
  const [path = '', query = ''] = url.split('?')
  const names = new URLSearchParams(query)
  names.delete('offset')
  names.set('cursor', Buffer.from(String(end)).toString('base64url'))
  return `${path}?${names}`
}

function startOf({ continuesBy }: Paging, query: Query): number {
  if (continuesBy === 'offset') return wholeNumber(query, 'offset', 0)
  const cursor = Buffer.from(String(query.cursor ?? ''), 'base64url').toString()
  return wholeNumber({ cursor: cursor === '' ? 0 : cursor }, 'cursor', 0)
}

function wholeNumber(query: Query, name: string, fallback: number): number {
  const number = Number(query[name] ?? fallback)
  if (Number.isInteger(number) && number >= 0) return number
  throw new TmfError(400, `${name} must be a whole number`)
}
