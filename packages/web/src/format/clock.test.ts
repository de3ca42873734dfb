import { describe, expect, it } from 'vitest'
import { clockOf } from './clock.ts'

const market = { timeZone: 'Africa/Blantyre', languages: [{ code: 'en', dateLocale: 'en-GB' }] }
const at = Date.UTC(2026, 10, 27, 12, 5, 12)

describe('the clock of a market', () => {
  it('shows its own time zone on any machine', () => {
    expect(clockOf(market, 'en').time(at)).toBe('14:05')
  })

  it('has one format for a day, a date and an exact time', () => {
    const clock = clockOf(market, 'en')
    expect(clock.day(at)).toBe('Fri 27 Nov, 14:05')
    expect(clock.date(at)).toBe('Fri 27 Nov 2026, 14:05')
    expect(clock.exact(at)).toBe('Fri 27 Nov 2026, 14:05:12')
    expect(clock.seconds(at)).toBe('14:05:12')
    expect(clock.longDay(at)).toBe('27 November 2026')
  })

  it('leaves the day out on the same day, which ends at the market’s midnight', () => {
    const clock = clockOf(market, 'en')
    expect(clock.near(at, at - 60_000)).toBe('14:05')
    expect(clock.near(at, Date.UTC(2026, 10, 26, 21, 59))).toBe('Fri 27 Nov, 14:05')
    expect(clock.near(at, Date.UTC(2026, 10, 26, 22, 0))).toBe('14:05')
  })

  it('writes midnight as 00:00', () => {
    expect(clockOf(market, 'en').time(Date.UTC(2026, 10, 26, 22, 0))).toBe('00:00')
  })

  it('uses the visitor’s language for names', () => {
    expect(clockOf(market, 'sw').day(at)).toBe('Ijumaa 27 Nov, 14:05')
    expect(clockOf(market, 'sw').longDay(at)).toBe('27 Novemba 2026')
  })

  it('writes the same in French as in English, and names the zone where there are several', () => {
    const congo = {
      timeZone: 'Africa/Kinshasa',
      timeZoneName: 'Kinshasa',
      languages: [{ code: 'fr' }],
    }
    const clock = clockOf(congo, 'fr')
    expect(clock.time(at)).toBe('13:05 (Kinshasa)')
    expect(clock.near(at, at)).toBe('13:05 (Kinshasa)')
    expect(clock.day(at)).toBe('ven. 27 nov., 13:05')
    expect(clock.exact(at)).toBe('ven. 27 nov. 2026, 13:05:12 (Kinshasa)')
  })
})
