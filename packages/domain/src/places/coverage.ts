/** The technologies from oldest to newest. */
export const technologies = ['2g', '3g', '4g', '5g'] as const
export type Technology = (typeof technologies)[number]

/** The distance from a site at which a phone still works, from the operator's network planning. */
export interface Reach {
  readonly indoorsKm: number
  readonly outdoorsKm: number
}

export type Reaches = Readonly<Record<Technology, Reach>>

export const coverageLevels = ['indoors', 'outdoors', 'none'] as const
export type CoverageLevel = (typeof coverageLevels)[number]

export interface TechnologyCoverage {
  readonly technology: Technology
  readonly level: CoverageLevel
  /** The distance, absent where the network has no site of the technology. */
  readonly nearestKm?: number
}

export function isTechnology(text: string): text is Technology {
  return technologies.some((technology) => technology === text)
}

/** The coverage of a place at this distance from the nearest site. */
export function computeCoverageLevel(nearestKm: number | undefined, { indoorsKm, outdoorsKm }: Reach): CoverageLevel {
  if (nearestKm === undefined || nearestKm > outdoorsKm) return 'none'
  return nearestKm > indoorsKm ? 'outdoors' : 'indoors'
}

/** Lists the coverage by technology, newest first. */
export function computeCoverage(
  nearestKm: Readonly<Partial<Record<Technology, number>>>,
  reaches: Reaches,
): TechnologyCoverage[] {
  return technologies.toReversed().map((technology) => {
    const distance = nearestKm[technology]
    const level = computeCoverageLevel(distance, reaches[technology])
    return { technology, level, ...(distance !== undefined && { nearestKm: distance }) }
  })
}

/** The newest technology that covers the place: the one that a phone there would use. */
export function bestCoverage(coverage: readonly TechnologyCoverage[]): TechnologyCoverage | undefined {
  return coverage.find(({ level }) => level !== 'none')
}

/** The differences from the map that a visitor can report. */
export const coverageProblems = ['no_signal', 'slow_data', 'dropped_calls', 'better_than_said'] as const
export type CoverageProblem = (typeof coverageProblems)[number]

export function isCoverageProblem(text: string): text is CoverageProblem {
  return coverageProblems.some((problem) => problem === text)
}

/**
 * Rounds the place to hundredths of a degree, about a kilometre: enough to find the site, too coarse to find a home.
 */
export function reportedPlace({ lat, lng }: { readonly lat: number; readonly lng: number }) {
  return { latHundredths: Math.round(lat * 100), lngHundredths: Math.round(lng * 100) }
}
