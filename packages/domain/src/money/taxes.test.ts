import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from './money.ts'
import { percentText, ratesFor, splitTaxes, type TaxRate } from './taxes.ts'

const vat: TaxRate = { name: { en: 'VAT' }, basisPoints: 1650 }
const excise: TaxRate = { name: { en: 'Excise duty' }, basisPoints: 1000 }

const minorOf = (minor: number, rates: readonly TaxRate[]) => {
  const { net, taxes } = splitTaxes(money('MWK', minor), rates)
  return [net.minor, ...taxes.map(({ tax }) => tax.minor)]
}

describe('the taxes in a price', () => {
  it('are taken out of a price that includes them', () => {
    expect(minorOf(116_500, [vat])).toEqual([100_000, 16_500])
    expect(minorOf(200_000, [vat])).toEqual([171_674, 28_326])
  })

  it('are each on the price with those before it, as VAT is on excise', () => {
    expect(minorOf(128_150, [excise, vat])).toEqual([100_000, 10_000, 18_150])
  })

  it('leave the price as it is where there are none', () => {
    expect(minorOf(200_000, [])).toEqual([200_000])
  })

  it('round a price before tax half up', () => {
    const half: TaxRate = { name: {}, basisPoints: 10_000 }
    expect(minorOf(1, [half])).toEqual([1, 0])
    expect(minorOf(3, [half])).toEqual([2, 1])
  })

  const rates = fc.array(
    fc.integer({ min: 0, max: 10_000 }).map((basisPoints): TaxRate => ({ name: {}, basisPoints })),
    { maxLength: 4 },
  )
  const minor = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

  it('always add up to the price, and none is negative', () => {
    fc.assert(
      fc.property(minor, rates, (price, all) => {
        const parts = minorOf(price, all)
        expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(price))
        expect(parts.every((part) => part >= 0)).toBe(true)
      }),
    )
  })

  it('are right to within half a minor unit', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 1, max: 10_000 }), (price, basisPoints) => {
        const [net = 0] = minorOf(price, [{ name: {}, basisPoints }])
        const difference = BigInt(net) * BigInt(10_000 + basisPoints) - BigInt(price) * 10_000n
        expect(2n * (difference < 0n ? -difference : difference) <= BigInt(10_000 + basisPoints)).toBe(true)
      }),
    )
  })
})

describe('the rates for a purchase', () => {
  const old: TaxRate = { ...vat, until: '2026-04-01' }
  const now: TaxRate = { ...vat, basisPoints: 1750, from: '2026-04-01' }
  const onAirtime: TaxRate = { ...excise, on: ['airtime'] }

  it.each([
    ['airtime', '2026-03-31', [old, onAirtime]],
    ['airtime', '2026-04-01', [now, onAirtime]],
    ['invoice', '2026-04-01', [now]],
  ] as const)('of %s on %s', (kind, day, expected) => {
    expect(ratesFor([old, now, onAirtime], kind, day)).toEqual(expected)
  })
})

describe('a percentage', () => {
  it('has the decimal sign of the currency', () => {
    expect(percentText(vat, money('MWK', 1))).toBe('16.5')
    expect(percentText(vat, money('CDF', 1))).toBe('16,5')
    expect(percentText(excise, money('MWK', 1))).toBe('10')
  })
})
