import type { CoverageComplaint } from './coverage-report-list.ts'
import { textTable, timeText } from './text-table.ts'

const headings = ['reports', 'last', 'place', 'latitude', 'longitude', 'technology', 'problem']

export function coverageText(complaints: readonly CoverageComplaint[]): string {
  if (complaints.length === 0) return 'Nobody has said that the coverage map is wrong'
  const rows = complaints.map(({ reports, lastAt, place, latHundredths, lngHundredths, technology, problem }) => [
    String(reports),
    timeText(lastAt),
    place,
    (latHundredths / 100).toFixed(2),
    (lngHundredths / 100).toFixed(2),
    technology.toUpperCase(),
    problem.replaceAll('_', ' '),
  ])
  return textTable(headings, rows)
}
