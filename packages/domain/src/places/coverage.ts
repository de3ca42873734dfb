/** From the oldest to the newest. */
export const technologies = ['2g', '3g', '4g', '5g'] as const
export type Technology = (typeof technologies)[number]

/** How far from a site a phone still works, as the operator plans his network. */
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
  /** None where the whole network has no such site. */
  readonly nearestKm?: number
}

export function isTechnology(text: string): text is Technology {
  return technologies.some((technology) => technology === text)
}

/** What a place can expect that is so far from the nearest site. */
export function levelAt(nearestKm: number | undefined, { indoorsKm, outdoorsKm }: Reach): CoverageLevel {
  if (nearestKm === undefined || nearestKm > outdoorsKm) return 'none'
  return nearestKm > indoorsKm ? 'outdoors' : 'indoors'
}

/** By technology, the newest first. */
export function coverageAt(
  nearestKm: Readonly<Partial<Record<Technology, number>>>,
  reaches: Reaches,
): TechnologyCoverage[] {
  return technologies.toReversed().map((technology) => {
    const distance = nearestKm[technology]
    const level = levelAt(distance, reaches[technology])
    return { technology, level, ...(distance !== undefined && { nearestKm: distance }) }
  })
}

/** The newest technology that reaches the place at all: what a phone there would choose. */
export function bestCoverage(coverage: readonly TechnologyCoverage[]): TechnologyCoverage | undefined {
  return coverage.find(({ level }) => level !== 'none')
}

/** What visitors say is otherwise than the map says. */
export const coverageProblems = ['no_signal', 'slow_data', 'dropped_calls', 'better_than_said'] as const
export type CoverageProblem = (typeof coverageProblems)[number]

export function isCoverageProblem(text: string): text is CoverageProblem {
  return coverageProblems.some((problem) => problem === text)
}

/** So exact and no more: hundredths of a degree, about a kilometre, say which site to look at and nobody's house. */
export function reportedPlace({ lat, lng }: { readonly lat: number; readonly lng: number }) {
  return { latHundredths: Math.round(lat * 100), lngHundredths: Math.round(lng * 100) }
}
