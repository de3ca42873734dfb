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
