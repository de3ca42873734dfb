import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../money/money.ts'
import { translate } from '../texts/language.ts'
import { day } from '../time.ts'
import {
  type Bundle,
  dataVolume,
  durationMs,
  endOfBundle,
  groupByPeriod,
  isDataUnit,
  isVoiceUnit,
  listBundleKinds,
  overlaps,
  sortByValidity,
  type Validity,
  voiceVolume,
} from './bundle.ts'
import { dailyBundle as daily } from './test-bundles.ts'

const noon = Date.UTC(2026, 10, 20, 12)

function lasting(productCode: string, validity: Validity, minor = 100): Bundle {
  return { ...daily, productCode, validity, price: money('MWK', minor) }
}

function codes(bundles: readonly Bundle[]): string[] {
  return bundles.map(({ productCode }) => productCode)
}

describe('the texts of a bundle', () => {
  const translated = { ...daily, translations: { sw: { name: 'Siku MB 100' } } }

  it("use the reader's language, and the catalogue's where a translation is missing", () => {
    expect(translate(translated, 'sw')).toEqual({ ...translated, name: 'Siku MB 100' })
    expect([translate(translated, 'fr'), translate(daily, 'sw')]).toEqual([translated, daily])
  })
})

describe('a list of bundles', () => {
  it('is sorted by validity, with unlimited bundles last', () => {
    const bundles = [
      lasting('endless', 'unlimited'),
      lasting('month', { amount: 30, unit: 'day' }),
      lasting('hours', { amount: 6, unit: 'hour' }),
      lasting('week', { amount: 1, unit: 'week' }),
    ]
    expect(codes(sortByValidity(bundles))).toEqual(['hours', 'week', 'month', 'endless'])
  })

  it('puts the cheaper of two first when their validity is equal', () => {
    const bundles = [
      lasting('a', { amount: 7, unit: 'day' }, 300),
      lasting('b', { amount: 1, unit: 'week' }, 200),
      lasting('c', 'unlimited', 900),
      lasting('d', 'unlimited', 800),
    ]
    expect(codes(sortByValidity(bundles))).toEqual(['b', 'a', 'd', 'c'])
  })

  it('keeps each bundle once when it is sorted and grouped', () => {
    const validity = fc.oneof(
      fc.constant('unlimited' as const),
      fc.record({ amount: fc.integer({ min: 1, max: 90 }), unit: fc.constantFrom('hour' as const, 'day' as const) }),
    )
    const bundle = fc
      .record({ code: fc.string(), validity, minor: fc.nat(), period: fc.constantFrom('', 'Daily', 'Night', 'Others') })
      .map(({ code, validity: lasts, minor, period }) => ({ ...lasting(code, lasts, minor), period }))
    fc.assert(
      fc.property(fc.array(bundle), (bundles) => {
        const listed = groupByPeriod(sortByValidity(bundles)).flatMap((group) => group.bundles)
        expect(codes(listed).toSorted()).toEqual(codes(bundles).toSorted())
      }),
    )
  })

  it('is grouped by period, with bundles without one under Others at the end', () => {
    const periods = [undefined, 'Night', 'Monthly', '', 'Daily', 'Others', 'Daily']
    const bundles = periods.map((period, index) => ({ ...daily, productCode: String(index), period }))
    expect(groupByPeriod(bundles).map(({ period, bundles: members }) => [period, codes(members)])).toEqual([
      ['Daily', ['4', '6']],
      ['Monthly', ['2']],
      ['Night', ['1']],
      ['Others', ['0', '3', '5']],
    ])
  })
})

describe('the end of a bundle', () => {
  it('comes exactly one validity after the purchase', () => {
    expect(endOfBundle(daily, noon)).toBe(noon + day)
    expect(endOfBundle({ validity: { amount: 1, unit: 'month' } }, noon)).toBe(noon + 30 * day)
  })

  it('never comes for an unlimited one', () => {
    expect(endOfBundle({ validity: 'unlimited' }, noon)).toBeUndefined()
    expect(durationMs('unlimited')).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('an active bundle', () => {
  const active = { category: 'data', kinds: ['data' as const], endsAt: noon + 1 }

  it('overlaps another of the same kind while it runs', () => {
    expect(overlaps(active, daily, noon)).toBe(true)
    expect(overlaps(active, daily, noon + 1)).toBe(false)
  })

  it('overlaps without end when it is unlimited', () => {
    expect(overlaps({ category: 'data', kinds: ['data'] }, daily, noon)).toBe(true)
  })

  it('overlaps a mixed bundle that contains its kind', () => {
    const mixed: Bundle = { ...daily, category: 'mixed', voice: voiceVolume(60, 'MIN'), sms: 100 }
    expect(listBundleKinds(mixed)).toEqual(['data', 'voice', 'sms'])
    expect(overlaps({ ...active, category: 'voice', kinds: ['voice'] }, mixed, noon)).toBe(true)
    expect(overlaps({ ...active, category: 'voice', kinds: ['voice'] }, daily, noon)).toBe(false)
  })

  it('does not overlap a social bundle unless it is social itself', () => {
    const social = { ...daily, category: 'social' }
    expect(overlaps(active, social, noon)).toBe(false)
    expect(overlaps({ ...active, category: 'social' }, social, noon)).toBe(true)
  })
})

describe('a volume', () => {
  it('is counted in whole bytes and seconds and keeps its own unit', () => {
    expect(dataVolume(2.6, 'GB')).toEqual({ bytes: 2_600_000_000, value: 2.6, unit: 'GB' })
    expect(voiceVolume(30, 'MIN')).toEqual({ seconds: 1800, value: 30, unit: 'MIN' })
  })

  it('is never negative', () => {
    expect(() => dataVolume(-1, 'GB')).toThrow(RangeError)
    expect(() => voiceVolume(Number.NaN, 'MIN')).toThrow(RangeError)
  })

  it('accepts only known units', () => {
    expect([isDataUnit('GB'), isDataUnit('gb'), isVoiceUnit('MIN'), isVoiceUnit('MB')]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })
})
