import type { CoverageProblem, Technology } from '@nyanja/domain/places/coverage'
import { textTable, timeText } from './command-text.ts'

/** What visitors say of one place, one technology and one problem. Times are epoch milliseconds. */
interface CoverageComplaint {
  readonly place: string
  readonly latHundredths: number
  readonly lngHundredths: number
  readonly technology: Technology
  readonly problem: CoverageProblem
  readonly reports: number
  readonly lastAt: number
}

export interface CoverageReportList {
  /** What most say comes first. */
  complaints(limit: number): Promise<readonly CoverageComplaint[]>
}

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
