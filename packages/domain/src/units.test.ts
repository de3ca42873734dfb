import { describe, expect, it } from 'vitest'
import { displayMoney, money } from './money.ts'
import { dollarsFor, unitsIn, unitsPerDollar } from './units.ts'

describe('units of airtime', () => {
  it.each([
    [1, 'USD 0,01'],
    [99, 'USD 0,99'],
    [100, 'USD 1'],
    [250, 'USD 2,50'],
    [10_000, 'USD 100'],
  ])('%i of them cost %s', (units, price) => {
    expect(displayMoney(dollarsFor(units))).toBe(price)
    expect(unitsIn(dollarsFor(units))).toBe(units)
  })

  it('make a dollar by the hundred, whatever the rate of the day', () => {
    expect(dollarsFor(unitsPerDollar)).toEqual(money('USD', 100))
  })

  it('are never counted in another currency', () => {
    expect(() => unitsIn(money('CDF', 285_000))).toThrow(TypeError)
  })
})
