import type { CoverageProblem, Technology } from '@nyanja/domain/places/coverage'

/** Of nobody. `at` is epoch milliseconds. */
export interface CoverageReportTable {
  id: string
  place: string
  lat_hundredths: number
  lng_hundredths: number
  technology: Technology
  problem: CoverageProblem
  at: number
}

export interface CoverageTables {
  coverage_reports: CoverageReportTable
}
