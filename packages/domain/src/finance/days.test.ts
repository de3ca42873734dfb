import { describe, expect, it } from 'vitest'
import { listDays, readDayRange } from './days.ts'
import { beyondAllMs, findPercentile, toTimeClass } from './delivery-times.ts'

describe('a range of days', () => {
  it.each([
    ['2026-11-01', '2026-11-30'],
    ['2026-02-28', '2026-02-28'],
    ['2028-02-29', '2029-02-28'],
  ])('may be from %s to %s', (from, to) => {
    expect(readDayRange(from, to)).toEqual({ from, to })
  })

  it.each([
    ['a day that does not exist', '2026-02-29', '2026-03-01'],
    ['an end before its beginning', '2026-11-02', '2026-11-01'],
    ['more than a year', '2025-01-01', '2026-01-02'],
    ['another text', 'yesterday', '2026-11-01'],
    ['a time', '2026-11-01T00:00', '2026-11-01'],
  ])('is not %s', (_what, from, to) => {
    expect(readDayRange(from, to)).toBeUndefined()
  })

  it('lists every day of it, across months', () => {
    expect(listDays({ from: '2026-11-29', to: '2026-12-02' })).toEqual([
      ...['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'],
    ])
  })
})

describe('a time to deliver', () => {
  it.each([
    [0, 1_000],
    [1_000, 1_000],
    [1_001, 2_000],
    [7_200_001, 21_600_000],
    [86_400_001, beyondAllMs],
  ])('of %i ms is in the class of %i ms', (tookMs, within) => {
    expect(toTimeClass(tookMs)).toBe(within)
  })

  it('has percentiles of classes in any order', () => {
    const classes = [
      { withinMs: 10_000, payments: 5 },
      { withinMs: 1_000, payments: 90 },
      { withinMs: beyondAllMs, payments: 5 },
    ]
    expect([0.5, 0.9, 0.95, 0.99].map((share) => findPercentile(classes, share))).toEqual([1_000, 1_000, 10_000, 0])
    expect(findPercentile([], 0.5)).toBeUndefined()
  })
})
