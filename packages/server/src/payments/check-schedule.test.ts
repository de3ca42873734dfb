import { hour, minute, second } from '@nyanja/domain/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextCheckAt, shortestPauseMs } from './status-checks.ts'

const first = Date.UTC(2026, 10, 20, 12)

describe('the checks of an undecided payment', () => {
  /** The times of status checks, counted from the first one. */
  function requested(): number[] {
    const ages: number[] = []
    let next = nextCheckAt(first, first - 5 * second)
    while (next !== undefined && ages.length < 100) {
      ages.push(next - first)
      next = nextCheckAt(first, next)
    }
    return ages
  }

  it('are made every 10 s for two minutes, then at 5, 10, 30 and 60 minutes, then hourly for three days', () => {
    const often = Array.from({ length: 13 }, (_, time) => time * 10 * second)
    const hourly = Array.from({ length: 72 }, (_, time) => (time + 1) * hour)
    expect(requested()).toEqual([...often, 5 * minute, 10 * minute, 30 * minute, ...hourly])
  })

  it('are never too frequent, and always in the future', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 80 * hour }), (age) => {
        const next = nextCheckAt(first, first + age)
        expect(next === undefined || next > first + age).toBe(true)
        expect(age >= 2 * minute || (next ?? 0) - first - age >= shortestPauseMs).toBe(true)
      }),
    )
  })
})
