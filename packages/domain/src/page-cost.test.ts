import { describe, expect, it } from 'vitest'
import { displayMoney } from './money.ts'
import { costOfBytes, kilobytesText } from './page-cost.ts'

const kwacha = { ratePerMb: 5, currency: 'MWK' } as const
const units = { ratePerMb: 2, currency: 'USD', secondCurrency: 'CDF' } as const

describe('what a page cost', () => {
  it('is its share of a MB, to the nearest smallest coin', () => {
    expect(displayMoney(costOfBytes(9_000, kwacha))).toBe('MWK 0.05')
    expect(displayMoney(costOfBytes(114_400, kwacha))).toBe('MWK 0.57')
    expect(displayMoney(costOfBytes(2_000_000, kwacha))).toBe('MWK 10')
  })

  it('is nothing that has a coin where a MB costs two units', () => {
    expect(costOfBytes(9_000, units).minor).toBe(0)
    expect(costOfBytes(1_000_000, units)).toEqual({ currency: 'USD', minor: 2 })
  })
})

it('says sizes with the digits that are worth reading', () => {
  expect([6_440, 19_940, 19_960, 114_400].map(kilobytesText)).toEqual(['6.4', '19.9', '20.0', '114'])
})
