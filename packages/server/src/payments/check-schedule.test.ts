import { hour, minute, second } from '@nyanja/domain/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextCheckAt, shortestPauseMs } from './status-checks.ts'

const first = Date.UTC(2026, 10, 20, 12)

describe('the checks of an undecided payment', () => {
  /** The times of status checks, counted from the first one. */
  function requested(openFor = 0): number[] {
    const ages: number[] = []
    let next = nextCheckAt(first, first - 5 * second, first + openFor)
    while (next !== undefined && ages.length < 200) {
      ages.push(next - first)
      next = nextCheckAt(first, next, first + openFor)
    }
    return ages
  }

  it('are made every 10 s, from two minutes on every 30 s, at 30 and 60 minutes, then hourly for three days', () => {
    const often = Array.from({ length: 13 }, (_, time) => time * 10 * second)
    const less = Array.from({ length: 16 }, (_, time) => 2 * minute + (time + 1) * 30 * second)
    const hourly = Array.from({ length: 72 }, (_, time) => (time + 1) * hour)
    expect(requested()).toEqual([...often, ...less, 30 * minute, ...hourly])
  })

  it('are less than a minute apart for as long as the payer may pay, and one is made at the end of that', () => {
    const openFor = 31 * minute
    const ages = requested(openFor).filter((age) => age <= openFor)
    expect(ages.at(-1)).toBe(openFor)
    const pauses = ages.slice(1).map((age, at) => age - (ages[at] ?? 0))
    expect(Math.max(...pauses)).toBeLessThan(minute)
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
