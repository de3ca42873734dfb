import { withoutNumbers } from '@nyanja/domain/help'

/** The headers of pages of one visitor. */
export const privateHeaders = { 'cache-control': 'no-store' } as const

/** The headers of public pages. */
export const publicHeaders = { 'cache-control': 'public, max-age=60, stale-while-revalidate=600' } as const

/** The headers of pages that show a current state: ten minutes ago would be too old. */
export const soonStaleHeaders = { 'cache-control': 'public, max-age=60' } as const

interface HeadersFrom {
  readonly loaderHeaders: Headers
  readonly actionHeaders: Headers
  readonly errorHeaders?: Headers
}

/** Returns the headers that a loader or an action set; an answer to a form is never cached. */
export function pageHeaders({ loaderHeaders, actionHeaders, errorHeaders }: HeadersFrom): HeadersInit {
  const isAnswer = [...actionHeaders].length > 0
  const headers = new Headers(errorHeaders ?? loaderHeaders)
  if (isAnswer || !headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return headers
}

export type CsvCell = string | number | undefined

/** Spreadsheets recognise UTF-8 by it. */
const byteOrderMark = '\uFEFF'

/** Writes a CSV as in RFC 4180. A text that a spreadsheet would read as a formula stays a text. */
export function csvText(heads: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `${byteOrderMark}${[heads, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the headers of a page that repeats typed text: a page with a visitor's number is stored in no cache. */
export const searchHeaders = (typed: string, fallback: Readonly<Record<string, string>> = publicHeaders) =>
  withoutNumbers(typed) === typed.normalize('NFKC') ? fallback : privateHeaders
