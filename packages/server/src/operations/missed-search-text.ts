import type { MissedSearch } from './missed-search-list.ts'
import { textTable, timeText } from './text-table.ts'

const headings = ['times', 'language', 'last', 'looked for']

export function missedSearchesText(searches: readonly MissedSearch[]): string {
  if (searches.length === 0) return 'Every search has found something'
  const rows = searches.map(({ words, language, count, lastAt }) => [String(count), language, timeText(lastAt), words])
  return textTable(headings, rows)
}
