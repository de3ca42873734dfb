import { describe, expect, it } from 'vitest'
import { dateFormatIn } from './date-format.ts'

const chichewa = {
  weekdays: ['Lamulungu', 'Lolemba', 'Lachiwiri', 'Lachitatu', 'Lachinayi', 'Lachisanu', 'Loweruka'],
  months: Array.from({ length: 12 }, (_, at) => `mwezi ${at + 1}`),
  shortMonths: Array.from({ length: 12 }, (_, at) => `m${at + 1}`),
}
const market = {
  languages: [
    { code: 'en', dateLocale: 'en-GB' },
    { code: 'ny', dateLocale: 'en-GB', dateNames: chichewa },
  ],
}
const timeZone = 'Africa/Blantyre'
/** It is already Thursday in Malawi. */
const at = Date.UTC(2026, 10, 25, 22, 30)

describe('a date', () => {
  it('has the names of days and months of its language, which Node does not know', () => {
    const format = dateFormatIn(market, 'ny', { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
    expect(format.format(at)).toBe('Lachinayi 26 m11')
    const long = dateFormatIn(market, 'ny', { timeZone, day: 'numeric', month: 'long', year: 'numeric' })
    expect(long.format(at)).toBe('26 mwezi 11 2026')
  })

  it('without names of its own is written as its locale has it', () => {
    const format = dateFormatIn(market, 'en', { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
    expect(format.format(at)).toBe('Thu 26 Nov')
  })
})
