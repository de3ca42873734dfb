import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestCoverage, computeCoverage, computeCoverageLevel, coverageLevels, technologies } from './coverage.ts'

const reaches = {
  '2g': { indoorsKm: 5, outdoorsKm: 15 },
  '3g': { indoorsKm: 2, outdoorsKm: 8 },
  '4g': { indoorsKm: 1, outdoorsKm: 5 },
  '5g': { indoorsKm: 0.15, outdoorsKm: 0.3 },
}

describe('coverage', () => {
  it('depends on distance: indoors up to one limit, outdoors up to another, none beyond', () => {
    const reach = reaches['4g']
    expect([0, 1, 1.01, 5, 5.01].map((km) => computeCoverageLevel(km, reach))).toEqual([
      'indoors',
      'indoors',
      'outdoors',
      'outdoors',
      'none',
    ])
  })

  it('is none where no site has the technology', () => {
    expect(computeCoverageLevel(undefined, reaches['5g'])).toBe('none')
    expect(computeCoverage({ '2g': 1 }, reaches)[0]).toEqual({ technology: '5g', level: 'none' })
  })

  it('is that of the newest technology that reaches a place, however near an older one is', () => {
    const coverage = computeCoverage({ '2g': 0.1, '3g': 0.1, '4g': 4, '5g': 0.4 }, reaches)
    expect(bestCoverage(coverage)).toEqual({ technology: '4g', level: 'outdoors', nearestKm: 4 })
    expect(bestCoverage(computeCoverage({ '2g': 16 }, reaches))).toBeUndefined()
  })

  it('never gets better further away', () => {
    const km = fc.double({ min: 0, max: 50, noNaN: true })
    fc.assert(
      fc.property(km, km, fc.constantFrom(...technologies), (one, other, technology) => {
        const [near, far] = [Math.min(one, other), Math.max(one, other)].map((each) =>
          coverageLevels.indexOf(computeCoverageLevel(each, reaches[technology])),
        )
        expect(near).toBeLessThanOrEqual(far ?? 0)
      }),
    )
  })
})
