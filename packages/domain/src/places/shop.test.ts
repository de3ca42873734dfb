import { describe, expect, it } from 'vitest'
import { clockText, computeOpenState, daysAlike, hoursText, readOpenings, shopTitle, type WeekHours } from './shop.ts'

it.each([
  ['City Centre - Lilongwe', 'City Centre'],
  ['Area 47', 'Area 47'],
  ['Old Town - Lilongwe - Mall', 'Old Town'],
  ['- Lilongwe', '- Lilongwe'],
])('calls %s %s', (name, title) => {
  expect(shopTitle(name)).toBe(title)
})

const at = (text: string) => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}
const weekOf = (...days: string[]): WeekHours => days.map((text) => readOpenings(text) ?? [])
const usual = weekOf(...Array(5).fill('08:00-12:00 13:00-17:00'), '08:00-12:00', '')
const [monday, friday, saturday, sunday] = [0, 4, 5, 6]

describe('written opening hours', () => {
  it.each([
    ['08:00-17:00', '08:00–17:00'],
    ['8:00-12:00 13:00-17:30', '08:00–12:00, 13:00–17:30'],
    ['08:00–12:00; 13:00–17:00', '08:00–12:00, 13:00–17:00'],
    ['00:00-24:00', '00:00–24:00'],
    ['', ''],
  ])('are parsed: %s as %s', (written, read) => {
    const openings = readOpenings(written)
    expect(openings && hoursText(openings)).toBe(read)
  })

  it.each([
    '8-17',
    '17:00-08:00',
    '08:00',
    '08:00-12:00 11:00-17:00',
    '08:00-25:00',
    '24:30-24:40',
    'closed',
    '08:00-09:00-10:00',
  ])('are refused: %s', (written) => {
    expect(readOpenings(written)).toBeUndefined()
  })
})

describe('a shop', () => {
  it('is open until its closing time, also at noon', () => {
    expect(computeOpenState(usual, { day: monday, minute: at('08:00') })).toEqual({
      state: 'open',
      until: at('12:00'),
      minutesLeft: 240,
    })
    expect(computeOpenState(usual, { day: monday, minute: at('16:59') })).toEqual({
      state: 'open',
      until: at('17:00'),
      minutesLeft: 1,
    })
  })

  it('is closed from its closing minute on, and reports the next opening', () => {
    const closedAt = (day: number, time: string) => computeOpenState(usual, { day, minute: at(time) })
    expect(closedAt(monday, '12:00')).toMatchObject({ opens: { day: monday, minute: at('13:00') }, daysAhead: 0 })
    expect(closedAt(monday, '07:59')).toMatchObject({ opens: { day: monday, minute: at('08:00') }, daysAhead: 0 })
    expect(closedAt(friday, '17:00')).toMatchObject({ opens: { day: saturday, minute: at('08:00') }, daysAhead: 1 })
    expect(closedAt(saturday, '12:00')).toMatchObject({ opens: { day: monday }, daysAhead: 2 })
    expect(closedAt(sunday, '12:00')).toMatchObject({ opens: { day: monday }, daysAhead: 1 })
  })

  it('reports an opening in a week when it opens once a week', () => {
    const market = weekOf('', '', '08:00-10:00', '', '', '', '')
    expect(computeOpenState(market, { day: 2, minute: at('11:00') })).toMatchObject({ opens: { day: 2 }, daysAhead: 7 })
  })

  it('reports its closing time after midnight', () => {
    const late = weekOf('18:00-24:00', '00:00-02:00 18:00-24:00', '', '', '', '', '')
    expect(computeOpenState(late, { day: 0, minute: at('23:00') })).toEqual({
      state: 'open',
      until: at('02:00'),
      minutesLeft: 180,
    })
    expect(computeOpenState(late, { day: 1, minute: at('23:00') })).toEqual({
      state: 'open',
      until: at('24:00'),
      minutesLeft: 60,
    })
    expect(computeOpenState(weekOf(...Array(7).fill('00:00-24:00')), { day: 3, minute: 0 })).toEqual({
      state: 'always',
    })
  })

  it('has an unknown state without hours', () => {
    expect(computeOpenState(weekOf('', '', '', '', '', '', ''), { day: 0, minute: 600 })).toEqual({ state: 'unknown' })
  })
})

it('groups consecutive days with equal hours', () => {
  const shown = daysAlike(usual).map(({ first, last, openings }) => `${first}-${last} ${hoursText(openings)}`)
  expect(shown).toEqual(['0-4 08:00–12:00, 13:00–17:00', '5-5 08:00–12:00', '6-6 '])
})

it('displays hours and minutes with two digits', () => {
  expect([at('08:05'), at('00:00'), at('24:00')].map(clockText)).toEqual(['08:05', '00:00', '24:00'])
})
