import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkAmount } from './amount-limits.ts'
import { displayMoney, majorText, money } from './money.ts'

const recharge = { min: money('MWK', 5_000), max: money('MWK', 10_000_000) }

describe('the amount of a recharge', () => {
  it.each([
    '1000',
    '1,000',
    '1 000',
    '1\u00a0000',
    '1\u202f000',
    'MK 1000',
    'mk1,000',
    'MWK 1,000',
    'K1000',
    '1000 MWK',
    '1000.00',
    '1,000/=',
    '1000/-',
    'K1,000/=',
    '01000',
    '١٠٠٠',
  ])('may be typed as %j', (text) => {
    expect(checkAmount(text, recharge)).toEqual({ outcome: 'valid', amount: money('MWK', 100_000) })
  })

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['MK', 'empty'],
    ['abc', 'not_a_number'],
    ['-100', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['1,00', 'not_a_number'],
    ['1.000', 'not_a_number'],
    ['100.50', 'not_a_number'],
    ['100.05', 'not_a_number'],
    ['x1,000', 'not_a_number'],
    ['1/000', 'not_a_number'],
    ['/=', 'empty'],
    ['1,000x', 'not_a_number'],
    ['USD 100', 'not_a_number'],
    ['0', 'below_minimum'],
    ['49', 'below_minimum'],
    ['100001', 'above_maximum'],
    ['99999999999999999999', 'above_maximum'],
  ])('parses %j as %s', (text, outcome) => {
    expect(checkAmount(text, recharge)).toEqual({ outcome })
  })

  it.each([
    ['UGX', '5,000', 5000],
    ['UGX', '5000.00', 5000],
    ['KWD', '1.250', 1250],
    ['KWD', '1,000.5', 1_000_500],
    ['TND', '1,250', 1250],
    ['XOF', '5 000 F', 5000],
  ] as const)('is read in %s: %s', (currency, text, minor) => {
    const limits = { min: money(currency, 1), max: money(currency, 10 ** 9) }
    const amount = money(currency, minor)
    expect(checkAmount(text, limits, { decimals: 'allowed' })).toEqual({ outcome: 'valid', amount })
  })

  it('has no decimals where the currency has none', () => {
    const limits = { min: money('UGX', 1), max: money('UGX', 10 ** 9) }
    expect(checkAmount('10.5', limits, { decimals: 'allowed' })).toEqual({ outcome: 'not_a_number' })
  })

  it('includes both limits', () => {
    expect(checkAmount('50', recharge).outcome).toBe('valid')
    expect(checkAmount('100000', recharge).outcome).toBe('valid')
  })

  it('is parsed equally in its displayed and its wire form, anywhere within the limits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 100_000 }), (major) => {
        const amount = money('MWK', major * 100)
        expect(checkAmount(displayMoney(amount), recharge)).toEqual({ outcome: 'valid', amount })
        expect(checkAmount(majorText(amount), recharge)).toEqual({ outcome: 'valid', amount })
      }),
    )
  })
})

describe('the amount of a bill', () => {
  it('may have decimals', () => {
    expect(checkAmount('18,250.75', recharge, { decimals: 'allowed' })).toEqual({
      outcome: 'valid',
      amount: money('MWK', 1_825_075),
    })
  })

  it('may be in another currency', () => {
    const limits = { min: money('USD', 100), max: money('USD', 100_000) }
    expect(checkAmount('$5', limits)).toEqual({ outcome: 'valid', amount: money('USD', 500) })
  })

  it.each(['CDF 1,000,000', '1,000,000 FC', '1 000 000'])('may be typed as %j in francs', (text) => {
    const limits = { min: money('CDF', 100), max: money('CDF', 100_000_000) }
    expect(checkAmount(text, limits)).toEqual({ outcome: 'valid', amount: money('CDF', 100_000_000) })
  })
})

describe('the amount of a bill with a decimal comma', () => {
  const limits = { min: money('USD', 100), max: money('USD', 100_000_000) }

  it.each(['24,50', '24.50', 'USD 24,5', '$24.50', '24,50 $'])('may be typed as %j', (text) => {
    expect(checkAmount(text, limits, { decimals: 'allowed' })).toEqual({
      outcome: 'valid',
      amount: money('USD', 2_450),
    })
  })

  it('is parsed from its displayed form', () => {
    const amount = money('USD', 1_234_567)
    expect(checkAmount(displayMoney(amount), limits, { decimals: 'allowed' })).toEqual({ outcome: 'valid', amount })
  })
})

describe('airtime sold in units', () => {
  const limits = { min: money('USD', 20), max: money('USD', 10_000), inUnits: true } as const

  it.each([
    ['20', 20],
    ['500', 500],
    ['1 000', 1_000],
    ['10000', 10_000],
  ])('%j costs %i cents', (text, minor) => {
    expect(checkAmount(text, limits)).toEqual({ outcome: 'valid', amount: money('USD', minor) })
  })

  it.each([
    ['19', 'below_minimum'],
    ['10001', 'above_maximum'],
    ['$5', 'not_a_number'],
    ['5 USD', 'not_a_number'],
    ['5.5', 'not_a_number'],
    ['', 'empty'],
  ])('parses %j as %s, because amounts of money are not units', (text, outcome) => {
    expect(checkAmount(text, limits, { decimals: 'allowed' })).toEqual({ outcome })
  })
})

describe('a typed amount in any format', () => {
  const signs = { MWK: ['', 'MWK ', 'MK', 'K'], USD: ['', 'USD ', '$', 'US$'], CDF: ['', 'CDF ', 'FC'] } as const
  const currency = fc.constantFrom('MWK', 'USD', 'CDF')
  const groups = fc.constantFrom('', ',', ' ', '\u202f', '.')
  const points = fc.constantFrom('.', ',')

  it('is displayed and charged as exactly that amount, or refused', () => {
    const writing = fc.record({
      code: currency,
      minor: fc.integer({ min: 1, max: 10 ** 10 }),
      group: groups,
      point: points,
    })
    fc.assert(
      fc.property(writing, fc.nat(3), ({ code, minor, group, point }, at) => {
        const limits = { min: money(code, 1), max: money(code, 10 ** 10) }
        const [whole, decimals] = [String(Math.floor(minor / 100)), String(minor % 100).padStart(2, '0')]
        const sign = signs[code][at % signs[code].length] ?? ''
        const typed = `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, group)}${decimals === '00' ? '' : point + decimals}`
        const reading = checkAmount(typed, limits, { decimals: 'allowed' })
        if (reading.outcome !== 'valid') return
        expect(reading.amount).toEqual(money(code, minor))
        expect(checkAmount(displayMoney(reading.amount), limits, { decimals: 'allowed' })).toEqual(reading)
      }),
      { numRuns: 2000 },
    )
  })
})
