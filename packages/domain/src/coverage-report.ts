/** What visitors say is otherwise than the map says. */
export const coverageProblems = ['no_signal', 'slow_data', 'dropped_calls', 'better_than_said'] as const
export type CoverageProblem = (typeof coverageProblems)[number]

const day = 86_400_000

/** In one day. More of them tell nobody anything new. */
export const coverageReportLimits = { windowMs: day, fromOnePlace: 20, altogether: 1000 } as const

/** Whole villages share one address, and still it is one of many who may speak. */
export const reportsOfAddress = { wishes: 50, withinMs: day, known: 10_000 } as const

export function isCoverageProblem(text: string): text is CoverageProblem {
  return coverageProblems.some((problem) => problem === text)
}

/** So exact and no more: hundredths of a degree, about a kilometre, say which site to look at and nobody's house. */
export function reportedPlace({ lat, lng }: { readonly lat: number; readonly lng: number }) {
  return { latHundredths: Math.round(lat * 100), lngHundredths: Math.round(lng * 100) }
}
