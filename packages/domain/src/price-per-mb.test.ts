import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bundle } from './bundle.ts'
import { money } from './money.ts'
import { cheapestPerMb, pricePerMb, pricePerMbText } from './price-per-mb.ts'
import { type DataUnit, dataVolume, voiceVolume } from './volume.ts'

function bundle(major: number, value: number, unit: DataUnit, more: Partial<Bundle> = {}): Bundle {
  return {
    productCode: `${value}${unit}`,
    name: '',
    description: '',
    category: 'data',
    lineType: 'PREPAID',
    data: dataVolume(value, unit),
    validity: { amount: 7, unit: 'day' },
    price: money('MWK', major * 100),
    ...more,
  }
}

describe('the price per MB', () => {
  it.each([
    { offer: bundle(2_000, 2.6, 'GB'), hundredths: 7_692, text: 'MWK 0.77 / MB' },
    { offer: bundle(300, 100, 'MB'), hundredths: 30_000, text: 'MWK 3 / MB' },
    { offer: bundle(60_000, 150, 'GB'), hundredths: 4_000, text: 'MWK 0.40 / MB' },
    { offer: bundle(1, 8, 'MB'), hundredths: 1_250, text: 'MWK 0.13 / MB' },
    { offer: bundle(1, 12, 'MB'), hundredths: 833, text: 'MWK 83.33 / GB' },
    { offer: bundle(1, 1, 'TB'), hundredths: 0, text: '< MWK 0.01 / MB' },
    { offer: bundle(0, 1, 'GB'), hundredths: 0, text: 'MWK 0 / MB' },
  ])('is $text', ({ offer, hundredths, text }) => {
    expect(pricePerMb(offer)).toBe(hundredths)
    expect(pricePerMbText(offer)).toBe(text)
  })

  it('is not said of data without end, of calls and messages, or of a mixture', () => {
    const without = [
      bundle(1, 1, 'GB', { data: 'unlimited' }),
      bundle(1, 1, 'GB', { data: undefined }),
      bundle(1, 0, 'GB'),
      bundle(1, 1, 'GB', { voice: voiceVolume(60, 'MIN') }),
      bundle(1, 1, 'GB', { sms: 100 }),
    ]
    expect(without.map(pricePerMb)).toEqual(without.map(() => undefined))
    expect(without.map(pricePerMbText)).toEqual(without.map(() => undefined))
    expect(cheapestPerMb(without)).toBeUndefined()
  })

  it('is never off by more than half of its last digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 6 }), fc.integer({ min: 1, max: 10 ** 6 }), (major, megabytes) => {
        const exact = (major * 10_000) / megabytes
        expect(Math.abs((pricePerMb(bundle(major, megabytes, 'MB')) ?? -1) - exact)).toBeLessThanOrEqual(0.5)
      }),
    )
  })

  it('picks the cheapest', () => {
    const bundles = [bundle(300, 100, 'MB'), bundle(15_000, 12, 'GB'), bundle(2_000, 2.6, 'GB')]
    expect(cheapestPerMb(bundles)?.productCode).toBe('2.6GB')
    expect(cheapestPerMb([])).toBeUndefined()
  })
})
