import { hour } from '@nyanja/domain/time'
import { describe, expect, it } from 'vitest'
import { dayIn, startOfDayIn } from './market.ts'

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
