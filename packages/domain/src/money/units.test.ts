import { describe, expect, it } from 'vitest'
import { displayMoney, money } from './money.ts'
import { costOfBytes, dollarsFor, kilobytesText, unitsIn, unitsPerDollar } from './units.ts'

describe('units of airtime', () => {
  it.each([
    [1, 'USD 0,01'],
    [99, 'USD 0,99'],
    [100, 'USD 1'],
    [250, 'USD 2,50'],
    [10_000, 'USD 100'],
  ])('cost, for %i of them, %s', (units, price) => {
    expect(displayMoney(dollarsFor(units))).toBe(price)
    expect(unitsIn(dollarsFor(units))).toBe(units)
  })

  it('make a dollar by the hundred, independent of exchange rates', () => {
    expect(dollarsFor(unitsPerDollar)).toEqual(money('USD', 100))
  })

  it('are refused for another currency', () => {
    expect(() => unitsIn(money('CDF', 285_000))).toThrow(TypeError)
  })
})

const kwacha = { ratePerMb: 5, currency: 'MWK' } as const
const units = { ratePerMb: 2, currency: 'USD', secondCurrency: 'CDF' } as const

describe('the cost of a page', () => {
  it('is its share of the price of a MB, rounded to the smallest coin', () => {
    expect(displayMoney(costOfBytes(9_000, kwacha))).toBe('MWK 0.05')
    expect(displayMoney(costOfBytes(114_400, kwacha))).toBe('MWK 0.57')
    expect(displayMoney(costOfBytes(2_000_000, kwacha))).toBe('MWK 10')
  })

  it('rounds to zero where a MB costs two units', () => {
    expect(costOfBytes(9_000, units).minor).toBe(0)
    expect(costOfBytes(1_000_000, units)).toEqual({ currency: 'USD', minor: 2 })
  })
})

it('displays sizes with few significant digits', () => {
  expect([6_440, 19_940, 19_960, 114_400].map(kilobytesText)).toEqual(['6.4', '19.9', '20.0', '114'])
})
