import { hour } from '@nyanja/domain/time'
import { describe, expect, it } from 'vitest'
import { dayIn, startOfDayIn, weekMomentIn } from './zone-time.ts'

const midnight = Date.parse('2026-11-19T22:00:00Z')

describe('a day in Blantyre', () => {
  it.each([
    ['its first moment', midnight, '2026-11-20'],
    ['its noon', midnight + 12 * hour, '2026-11-20'],
    ['its last millisecond', midnight + 24 * hour - 1, '2026-11-20'],
  ])('is %s', (_when, at, day) => {
    expect(dayIn('Africa/Blantyre', at)).toBe(day)
    expect(startOfDayIn('Africa/Blantyre', at)).toBe(midnight)
  })

  it('does not begin before midnight', () => {
    expect(dayIn('Africa/Blantyre', midnight - 1)).toBe('2026-11-19')
    expect(startOfDayIn('Africa/Blantyre', midnight - 1)).toBe(midnight - 24 * hour)
  })
})

it('begins at midnight on the day on which the clocks change', () => {
  const berlin = (text: string) => startOfDayIn('Europe/Berlin', Date.parse(text))
  expect(berlin('2026-03-29T12:00:00Z')).toBe(Date.parse('2026-03-28T23:00:00Z'))
  expect(berlin('2026-03-30T12:00:00Z')).toBe(Date.parse('2026-03-29T22:00:00Z'))
  expect(berlin('2026-10-25T12:00:00Z')).toBe(Date.parse('2026-10-24T22:00:00Z'))
})

it('has a weekday, from Monday, and a minute of its own in each zone', () => {
  const at = Date.parse('2026-11-22T22:30:00Z')
  expect(weekMomentIn('Africa/Blantyre', at)).toEqual({ day: 0, minute: 30 })
  expect(weekMomentIn('Africa/Lagos', at)).toEqual({ day: 6, minute: 23 * 60 + 30 })
})
