import type { Technology } from '@nyanja/domain/coverage'
import { type CoverageProblem, coverageReportLimits, reportedPlace } from '@nyanja/domain/coverage-report'

/** Of nobody: where it is, and what is otherwise than said there. */
export interface CoverageReport {
  /** As the page named it. */
  readonly place: string
  readonly lat: number
  readonly lng: number
  readonly technology: Technology
  readonly problem: CoverageProblem
}

export interface KeptReport extends Omit<CoverageReport, 'lat' | 'lng'> {
  readonly id: string
  readonly latHundredths: number
  readonly lngHundredths: number
  /** Epoch milliseconds. */
  readonly at: number
}

export interface CoverageReportStore {
  /** False when there are as many already since then, from this place or altogether. */
  keep(report: KeptReport, limits: { since: number; fromOnePlace: number; altogether: number }): Promise<boolean>
}

export interface CoverageReportsOptions {
  readonly store: CoverageReportStore
  readonly now: () => number
  readonly newId: () => string
}

export class CoverageReports {
  readonly #options: CoverageReportsOptions

  constructor(options: CoverageReportsOptions) {
    this.#options = options
  }

  /** Answers whether anything was kept; whoever reports what many have said already has been heard too. */
  async report({ lat, lng, ...report }: CoverageReport): Promise<boolean> {
    const { store, now, newId } = this.#options
    const { windowMs, fromOnePlace, altogether } = coverageReportLimits
    const kept = { id: newId(), ...report, ...reportedPlace({ lat, lng }), at: now() }
    return store.keep(kept, { since: kept.at - windowMs, fromOnePlace, altogether })
  }
}
