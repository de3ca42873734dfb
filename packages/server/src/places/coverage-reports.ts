import { type CoverageProblem, reportedPlace, type Technology } from '@nyanja/domain/places/coverage'
import type { RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { type Bounds, isInside } from './check-places.ts'
import { pointOf } from './gazetteer.ts'

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
  /** Of the country: beyond them nobody can say anything of our network. */
  readonly bounds: Bounds
  /** Of `coverage_report`. */
  readonly limit: RateLimit
  readonly now: () => number
  readonly newId: () => string
}

export class CoverageReports {
  readonly #options: CoverageReportsOptions

  constructor(options: CoverageReportsOptions) {
    this.#options = options
  }

  /** Whether anything can be reported of it. */
  isOurs(place: Pick<CoverageReport, 'lat' | 'lng'>): boolean {
    return isInside(pointOf(place), this.#options.bounds)
  }

  /** Answers whether anything was kept; whoever reports what many have said already has been heard too. */
  async report({ lat, lng, ...report }: CoverageReport, address: string): Promise<boolean> {
    const { store, limit, now, newId } = this.#options
    if (!this.isOurs({ lat, lng }) || !(await limit.isWithin({ address }))) return false
    const { target, all } = ratePolicies.coverage_report
    const kept = { id: newId(), ...report, ...reportedPlace({ lat, lng }), at: now() }
    return store.keep(kept, { since: kept.at - all.windowMs, fromOnePlace: target.most, altogether: all.most })
  }
}
