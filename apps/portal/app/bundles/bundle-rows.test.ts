import { type Bundle, dataVolume, voiceVolume } from '@nyanja/domain/bundles/bundle'
import { dailyBundle } from '@nyanja/domain/bundles/test-bundles'
import { money } from '@nyanja/domain/money/money'
import { clockOf } from '@nyanja/web/format/clock'
import { describe, expect, it } from 'vitest'
import texts from '../../content/en/recharge-translation.json' with { type: 'json' }
import { lastingRows, rowAt } from './bundle-rows.ts'

const now = Date.UTC(2026, 10, 20, 12, 5)
const clock = clockOf({ timeZone: 'Africa/Blantyre', languages: [{ code: 'en', dateLocale: 'en-GB' }] }, 'en')

const daily: Bundle = { ...dailyBundle, productCode: 'D' }
const weekly: Bundle = {
  ...daily,
  productCode: 'W',
  period: 'Weekly',
  data: dataVolume(2.6, 'GB'),
  validity: { amount: 1, unit: 'week' },
  price: money('MWK', 200_000),
}
const endless: Bundle = { ...daily, productCode: 'Z', name: 'No-expiry 1GB', period: 'Others', validity: 'unlimited' }
const social: Bundle = { ...weekly, productCode: 'S', name: 'WhatsApp weekly 500MB', category: 'social' }
const combo: Bundle = {
  ...weekly,
  productCode: 'X',
  name: 'Combo',
  category: 'mixed',
  data: dataVolume(1, 'GB'),
  voice: voiceVolume(60, 'MIN'),
  sms: 100,
}
function rowsOf(...bundles: Bundle[]) {
  const rows = lastingRows(bundles, texts)
  return bundles.flatMap((bundle, place) => {
    const row = rows[place]
    return row === undefined ? [] : [rowAt(row, bundle, { now, clock })]
  })
}

describe('the bundle table', () => {
  it('shows what a bundle includes, until when and for how much', () => {
    expect(rowsOf(weekly)).toEqual([
      {
        code: 'W',
        kind: 'data',
        gives: '2.6 GB',
        plan: 'Weekly, 7 days',
        ends: 'Fri 27 Nov, 14:05',
        price: 'MWK 2,000',
        perMb: 'MWK 0.77 / MB',
        bar: 88,
      },
    ])
  })

  it('counts the end from the present moment', () => {
    const [row] = lastingRows([weekly], texts)
    expect(row).not.toHaveProperty('ends')
    expect(row && rowAt(row, weekly, { now: now + 60_000, clock }).ends).toBe('Fri 27 Nov, 14:06')
  })

  it('adds a name to bundles of equal size, and the period of those that end', () => {
    expect(rowsOf(social, endless, combo).map(({ gives, plan }) => `${gives}: ${plan}`)).toEqual([
      '2.6 GB: WhatsApp weekly 500MB, 7 days',
      '100 MB: No-expiry 1GB',
      '1 GB + 60 min + 100 SMS: Combo, 7 days',
    ])
  })

  it('adds the description when size and period leave something out', () => {
    expect(rowsOf(weekly, social).map(({ about }) => about)).toEqual([undefined, social.description])
  })

  it('shows no end for unlimited bundles, and no price per MB when calls are included', () => {
    const [unending, mixed] = rowsOf(endless, combo)
    expect(unending?.ends).toBeUndefined()
    expect(mixed?.perMb).toBeUndefined()
    expect(mixed?.bar).toBeUndefined()
  })

  it('draws the longest bar for the most expensive MB and marks the cheapest data that works everywhere', () => {
    const rows = rowsOf(daily, weekly, { ...social, price: money('MWK', 100) })
    expect(rows.map(({ bar }) => bar)).toEqual([88, 23, 2])
    expect(rows.map(({ isCheapest = false }) => isCheapest)).toEqual([false, true, false])
  })

  it('compares bundles for routers with each other', () => {
    const home = { ...weekly, productCode: 'H', category: 'broadband' }
    const rows = rowsOf(home, { ...home, productCode: 'I', data: dataVolume(1, 'GB') })
    expect(rows.map(({ isCheapest = false }) => isCheapest)).toEqual([true, false])
  })

  it('marks nothing as cheapest when there is nothing to compare', () => {
    expect(rowsOf(weekly, combo)[0]?.isCheapest).toBeUndefined()
  })
})
