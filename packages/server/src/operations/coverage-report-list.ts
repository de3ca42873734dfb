import type { CoverageProblem, Technology } from '@nyanja/domain/places/coverage'

/** What visitors say of one place, one technology and one problem. Times are epoch milliseconds. */
export interface CoverageComplaint {
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
