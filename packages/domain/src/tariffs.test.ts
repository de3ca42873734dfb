import { describe, expect, it } from 'vitest'
import type { Bundle } from './bundle.ts'
import { money } from './money.ts'
import { sortTariffs, type TariffColumn, tariffCategoryOf } from './tariffs.ts'
import { dataVolume, voiceVolume } from './volume.ts'

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
  ])('is sorted by %s, both ways', (column, ascending, descending) => {
    expect(sorted(column, 'ascending')).toEqual(ascending)
    expect(sorted(column, 'descending')).toEqual(descending)
  })

  it('puts what has no price per MB last, both ways', () => {
    expect(sorted('perMb', 'ascending')).toEqual(['night', 'data', 'calls', 'endless'])
    expect(sorted('perMb', 'descending')).toEqual(['data', 'night', 'calls', 'endless'])
  })

  it('tells bundles of as much data apart by their minutes', () => {
    const more = { ...calls, productCode: 'more', voice: voiceVolume(1, 'HOUR') }
    expect(sorted('volume', 'descending', [calls, more])).toEqual(['more', 'calls'])
  })

  it('calls by their name only the categories that it knows', () => {
    expect(tariffCategoryOf(endless)).toBe('broadband')
    expect(tariffCategoryOf({ category: 'roaming' })).toBe('others')
  })
})
