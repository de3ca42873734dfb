import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMoney,
  compareMoney,
  displayMoney,
  fromWhole,
  getIsoNumber,
  isCurrency,
  isSameMoney,
  majorText,
  money,
  oneWhole,
  parseMoney,
  roundUpToWhole,
} from './money.ts'

const anyMoney = fc
  .record({ currency: fc.constantFrom('MWK' as const, 'USD' as const, 'CDF' as const), minor: fc.maxSafeInteger() })
  .map(({ currency, minor }) => money(currency, minor + 0))

describe('money', () => {
  it('consists of whole minor units only', () => {
    expect(() => money('MWK', 0.5)).toThrow(RangeError)
    expect(() => money('MWK', Number.NaN)).toThrow(RangeError)
    expect(() => money('MWK', 2 ** 53)).toThrow(RangeError)
  })

  it('knows its currencies and their ISO numbers', () => {
    expect(['MWK', 'USD', 'CDF'].map(isCurrency)).toEqual([true, true, true])
    expect(['mwk', 'toString', '', 'XTS', 'XAU'].map(isCurrency)).toEqual([false, false, false, false, false])
    expect(getIsoNumber('MWK')).toBe('454')
    expect(getIsoNumber('ALL')).toBe('008')
  })
})

describe('parsing money from a wire format', () => {
  it.each([
    ['2000', 200_000],
    ['18250.75', 1_825_075],
    ['18250.7', 1_825_070],
    ['0', 0],
    ['007', 700],
    ['0.01', 1],
  ])('parses %s', (text, minor) => {
    expect(parseMoney(text, 'MWK')).toEqual({ currency: 'MWK', minor })
  })

  it.each(['', ' ', '1e3', '1.234', '1,000', '.5', '5.', '+5', '-5', '0x10', 'NaN', '1 000', '٥', '99999999999999999'])(
    'refuses %j',
    (text) => {
      expect(parseMoney(text, 'MWK')).toBeUndefined()
    },
  )

  it('accepts a negative amount where that is allowed', () => {
    expect(parseMoney('-5.25', 'USD', { allowNegative: true })).toEqual({ currency: 'USD', minor: -525 })
    expect(parseMoney('-0', 'USD', { allowNegative: true })).toEqual({ currency: 'USD', minor: 0 })
  })

  it('parses its own output', () => {
    fc.assert(
      fc.property(anyMoney, (amount) => {
        expect(parseMoney(majorText(amount), amount.currency, { allowNegative: true })).toEqual(amount)
      }),
    )
  })
})

describe('a currency without a smaller coin, or with a thousand', () => {
  it.each([
    ['UGX', '5000', 5000, 'UGX 5,000'],
    ['XOF', '12500', 12_500, 'XOF 12\u202f500'],
    ['JPY', '1', 1, 'JPY 1'],
    ['KWD', '1.25', 1250, 'KWD 1.250'],
    ['TND', '1234.5', 1_234_500, 'TND 1\u202f234,500'],
    ['BHD', '0.001', 1, 'BHD 0.001'],
  ] as const)('reads and displays %s %s', (currency, text, minor, displayed) => {
    const amount = money(currency, minor)
    expect(parseMoney(text, currency)).toEqual(amount)
    expect(parseMoney(majorText(amount), currency)).toEqual(amount)
    expect(displayMoney(amount)).toBe(displayed)
  })

  it('accepts two zeros on the wire where there are no decimals, and no other decimals', () => {
    expect(parseMoney('5000.00', 'UGX')).toEqual(money('UGX', 5000))
    expect(['5000.50', '5000.000', '1.2345'].map((text) => parseMoney(text, 'UGX'))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(parseMoney('1.2345', 'KWD')).toBeUndefined()
  })

  it('has whole units of its own size', () => {
    expect([oneWhole('UGX'), oneWhole('KWD'), oneWhole('MWK')].map(({ minor }) => minor)).toEqual([1, 1000, 100])
    expect(roundUpToWhole(money('KWD', 1001))).toEqual(money('KWD', 2000))
    expect(roundUpToWhole(money('UGX', 1001))).toEqual(money('UGX', 1001))
    expect(fromWhole(2.5, 'KWD')).toEqual(money('KWD', 2500))
  })
})

describe('displaying money', () => {
  it.each([
    [500_000, 'MWK 5,000', '5000'],
    [1_825_075, 'MWK 18,250.75', '18250.75'],
    [123_456_750, 'MWK 1,234,567.50', '1234567.50'],
    [5, 'MWK 0.05', '0.05'],
    [0, 'MWK 0', '0'],
    [99_900, 'MWK 999', '999'],
    [-500_000, 'MWK -5,000', '-5000'],
  ])('displays %i minor units', (minor, displayed, major) => {
    expect(displayMoney(money('MWK', minor))).toBe(displayed)
    expect(majorText(money('MWK', minor))).toBe(major)
  })

  it('groups digits like the en locale', () => {
    const whole = new Intl.NumberFormat('en')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90_000_000_000_000 }), (major) => {
        expect(displayMoney(money('MWK', major * 100))).toBe(`MWK ${whole.format(major)}`)
      }),
    )
  })

  it.each([
    [money('CDF', 1_425_000), 'CDF 14\u202f250'],
    [money('USD', 250), 'USD 2,50'],
    [money('USD', 123_456_789), 'USD 1\u202f234\u202f567,89'],
  ])('displays %o with a decimal comma as %s', (amount, displayed) => {
    expect(displayMoney(amount)).toBe(displayed)
  })
})

describe('arithmetic with money', () => {
  it('adds and compares within one currency', () => {
    expect(addMoney(money('MWK', 10), money('MWK', 20))).toEqual(money('MWK', 30))
    expect(compareMoney(money('MWK', 10), money('MWK', 20))).toBeLessThan(0)
    expect(isSameMoney(money('MWK', 10), money('MWK', 10))).toBe(true)
  })

  it('never mixes currencies', () => {
    expect(() => addMoney(money('MWK', 1), money('USD', 1))).toThrow(TypeError)
    expect(() => compareMoney(money('MWK', 1), money('USD', 1))).toThrow(TypeError)
    expect(isSameMoney(money('MWK', 10), money('USD', 10))).toBe(false)
  })

  it('refuses a sum too large to be exact', () => {
    expect(() => addMoney(money('MWK', Number.MAX_SAFE_INTEGER), money('MWK', 1))).toThrow(RangeError)
  })

  it.each([
    [1001, 1100],
    [1100, 1100],
    [1, 100],
    [0, 0],
    [-50, 0],
  ])('rounds %i minor units up to %i', (from, to) => {
    expect(roundUpToWhole(money('MWK', from))).toEqual(money('MWK', to))
  })

  it('rounds up by less than one whole unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (minor) => {
        const rounded = roundUpToWhole(money('MWK', minor)).minor
        expect(rounded % 100).toBe(rounded < 0 ? -0 : 0)
        expect(rounded - minor).toBeGreaterThanOrEqual(0)
        expect(rounded - minor).toBeLessThan(100)
      }),
    )
  })
})
