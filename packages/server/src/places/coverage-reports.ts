import { type CoverageProblem, reportedPlace, type Technology } from '@nyanja/domain/places/coverage'
import type { RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { type Bounds, isInside } from './check-places.ts'
import { pointOf } from './gazetteer.ts'

/** An anonymous report: the place, and the difference from the map. */
export interface CoverageReport {
  /** The place's name on the page. */
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
  /** The time in epoch milliseconds. */
  readonly at: number
}

export interface CoverageReportStore {
  /** Returns false when the limit of reports since then is reached, for this place or in total. */
  keep(report: KeptReport, limits: { since: number; fromOnePlace: number; altogether: number }): Promise<boolean>
}

export interface CoverageReportsOptions {
  readonly store: CoverageReportStore
  /** The bounds of the country: reports from outside are not about our network. */
  readonly bounds: Bounds
  /** The policy `coverage_report`. */
  readonly limit: RateLimit
  readonly now: () => number
  readonly newId: () => string
}

export class CoverageReports {
  readonly #options: CoverageReportsOptions

  constructor(options: CoverageReportsOptions) {
    this.#options = options
  }

  /** Tells whether the place can be reported. */
  isOurs(place: Pick<CoverageReport, 'lat' | 'lng'>): boolean {
    return isInside(pointOf(place), this.#options.bounds)
  }

  /** Returns whether the report was stored; one that repeats many others counts as received too. */
  async report({ lat, lng, ...report }: CoverageReport, clientIp: string): Promise<boolean> {
    const { store, limit, now, newId } = this.#options
    if (!this.isOurs({ lat, lng }) || !(await limit.isWithin({ clientIp }))) return false
    const { target, all } = ratePolicies.coverage_report
    const kept = { id: newId(), ...report, ...reportedPlace({ lat, lng }), at: now() }
    return store.keep(kept, {
      since: kept.at - all.windowMs,
      fromOnePlace: target.hardLimit,
      altogether: all.hardLimit,
    })
  }
}
