import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { type Bundle, type DataUnit, dataVolume, voiceVolume } from './bundle.ts'
import {
  cheapestPerMb,
  getTariffCategory,
  hundredthsPerMb,
  pricePerMbText,
  sortTariffs,
  type TariffColumn,
} from './tariffs.ts'

const data: Bundle = {
  productCode: 'data',
  name: 'weekly 1GB',
  description: '',
  category: 'data',
  lineType: 'PREPAID',
  data: dataVolume(1, 'GB'),
  validity: { amount: 1, unit: 'week' },
  price: money('MWK', 120_000),
}
const calls: Bundle = {
  ...data,
  productCode: 'calls',
  name: 'Voice 30 min',
  category: 'voice',
  data: undefined,
  voice: voiceVolume(30, 'MIN'),
  validity: { amount: 1, unit: 'day' },
  price: money('MWK', 25_000),
}
const endless: Bundle = {
  ...data,
  productCode: 'endless',
  name: 'Home',
  category: 'broadband',
  data: 'unlimited',
  validity: 'unlimited',
  price: money('MWK', 12_000_000),
}
const night: Bundle = {
  ...data,
  productCode: 'night',
  name: 'Night',
  data: dataVolume(2, 'GB'),
  price: money('MWK', 90_000),
}
const all = [data, calls, endless, night]

const sorted = (column: TariffColumn, direction: 'ascending' | 'descending', bundles = all) =>
  sortTariffs(bundles, { column, direction }).map(({ productCode }) => productCode)

describe('the tariff table', () => {
  it.each<[TariffColumn, string[], string[]]>([
    ['category', ['data', 'night', 'calls', 'endless'], ['endless', 'calls', 'data', 'night']],
    ['name', ['endless', 'night', 'calls', 'data'], ['data', 'calls', 'night', 'endless']],
    ['volume', ['calls', 'data', 'night', 'endless'], ['endless', 'night', 'data', 'calls']],
    ['validity', ['calls', 'data', 'night', 'endless'], ['endless', 'data', 'night', 'calls']],
    ['price', ['calls', 'night', 'data', 'endless'], ['endless', 'data', 'night', 'calls']],
  ])('is sorted by %s, in both directions', (column, ascending, descending) => {
    expect(sorted(column, 'ascending')).toEqual(ascending)
    expect(sorted(column, 'descending')).toEqual(descending)
  })

  it('puts bundles without a price per MB last, in both directions', () => {
    expect(sorted('perMb', 'ascending')).toEqual(['night', 'data', 'calls', 'endless'])
    expect(sorted('perMb', 'descending')).toEqual(['data', 'night', 'calls', 'endless'])
  })

  it('orders bundles with equal data by their minutes', () => {
    const more = { ...calls, productCode: 'more', voice: voiceVolume(1, 'HOUR') }
    expect(sorted('volume', 'descending', [calls, more])).toEqual(['more', 'calls'])
  })

  it('names only the categories that it knows', () => {
    expect(getTariffCategory(endless)).toBe('broadband')
    expect(getTariffCategory({ category: 'roaming' })).toBe('others')
  })
})

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
  ])('is displayed as $text', ({ offer, hundredths, text }) => {
    expect(hundredthsPerMb(offer)).toBe(hundredths)
    expect(pricePerMbText(offer)).toBe(text)
  })

  it('is undefined for unlimited data, calls, messages and mixed bundles', () => {
    const without = [
      bundle(1, 1, 'GB', { data: 'unlimited' }),
      bundle(1, 1, 'GB', { data: undefined }),
      bundle(1, 0, 'GB'),
      bundle(1, 1, 'GB', { voice: voiceVolume(60, 'MIN') }),
      bundle(1, 1, 'GB', { sms: 100 }),
    ]
    expect(without.map(hundredthsPerMb)).toEqual(without.map(() => undefined))
    expect(without.map(pricePerMbText)).toEqual(without.map(() => undefined))
    expect(cheapestPerMb(without)).toBeUndefined()
  })

  it('is rounded to the nearest last digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 6 }), fc.integer({ min: 1, max: 10 ** 6 }), (major, megabytes) => {
        const exact = (major * 10_000) / megabytes
        expect(Math.abs((hundredthsPerMb(bundle(major, megabytes, 'MB')) ?? -1) - exact)).toBeLessThanOrEqual(0.5)
      }),
    )
  })

  it('determines the cheapest bundle', () => {
    const bundles = [bundle(300, 100, 'MB'), bundle(15_000, 12, 'GB'), bundle(2_000, 2.6, 'GB')]
    expect(cheapestPerMb(bundles)?.productCode).toBe('2.6GB')
    expect(cheapestPerMb([])).toBeUndefined()
  })
})
