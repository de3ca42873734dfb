import { withoutNumbers } from '@nyanja/domain/help'

/** Of pages that belong to one visitor. */
export const privateHeaders = { 'cache-control': 'no-store' } as const

/** Of pages that are the same for everybody. */
export const publicHeaders = { 'cache-control': 'public, max-age=60, stale-while-revalidate=600' } as const

/** Of those that say how it is going: ten minutes ago would not be now. */
export const soonStaleHeaders = { 'cache-control': 'public, max-age=60' } as const

interface HeadersFrom {
  readonly loaderHeaders: Headers
  readonly actionHeaders: Headers
  readonly errorHeaders?: Headers
}

/** What loader or action said of themselves; an answer to a form is never kept. */
export function pageHeaders({ loaderHeaders, actionHeaders, errorHeaders }: HeadersFrom): HeadersInit {
  const isAnswer = [...actionHeaders].length > 0
  const headers = new Headers(errorHeaders ?? loaderHeaders)
  if (isAnswer || !headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return headers
}

export type CsvCell = string | number | undefined

/** Spreadsheets know UTF-8 by it. */
const byteOrderMark = '\uFEFF'

/** As RFC 4180 has it. A text that a spreadsheet would take for a formula stays a text. */
export function csvText(heads: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `${byteOrderMark}${[heads, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Of a page that repeats typed text: a page with a visitor's number is stored in no cache. */
export const searchHeaders = (typed: string, fallback: Readonly<Record<string, string>> = publicHeaders) =>
  withoutNumbers(typed) === typed.normalize('NFKC') ? fallback : privateHeaders
