import { type Bundle, dataVolume, sortByValidity } from '@nyanja/domain/bundles/bundle'
import { money } from '@nyanja/domain/money/money'
import { clockOf } from '@nyanja/web/format/clock'
import { describe, expect, it } from 'vitest'
import english from '../../content/en/recharge-translation.json' with { type: 'json' }
import swahili from '../../content/sw/recharge-translation.json' with { type: 'json' }
import { groupBundles } from './bundle-rows.ts'
import { type Selection, windowOn } from './bundle-window.ts'

const clock = clockOf({ timeZone: 'Africa/Blantyre', languages: [{ code: 'en', dateLocale: 'en-GB' }] }, 'en')
const moment = { now: Date.UTC(2026, 10, 20, 12, 5), clock }
const size = { perGroup: 20, most: 50 }

const daysOf: Readonly<Record<string, number>> = { Daily: 1, Weekly: 7, Monthly: 30 }

function bundles(count: number, periods: readonly (string | undefined)[]): readonly Bundle[] {
  const all = Array.from({ length: count }, (_, at): Bundle => {
    const period = periods[at % periods.length]
    return {
      productCode: `B-${at}`,
      name: `Bundle ${at}`,
      description: '',
      category: at % 2 === 0 ? 'data' : 'social',
      ...(period !== undefined && { period }),
      lineType: 'PREPAID',
      data: dataVolume(at + 1, 'MB'),
      validity: { amount: daysOf[period ?? ''] ?? 2, unit: 'day' },
      price: money('MWK', 100 * (at + 1)),
    }
  })
  return sortByValidity(all)
}

const all: Selection = { kind: 'all', period: null, page: 1 }
const many = bundles(500, ['Daily', 'Weekly', 'Monthly', 'Weekend', undefined])
const show = (selection: Partial<Selection> = {}, list = many, texts = english) =>
  windowOn(groupBundles(list, texts), { ...all, ...selection }, size, moment)

describe('a long list of bundles', () => {
  it("is shown in groups: known periods, the catalogue's own, and bundles without one", () => {
    const { groups } = show({}, bundles(10, [undefined, 'Weekend', 'Monthly', 'Weekly', 'Daily']))
    expect(groups.map(({ heading, count, rows }) => [heading, count, rows.length])).toEqual([
      ['Daily', 2, 2],
      ['Weekly', 2, 2],
      ['Monthly', 2, 2],
      ['Weekend', 2, 2],
      ['Others', 2, 2],
    ])
  })

  it('shows how many there are, and no more than fit on a page', () => {
    const { groups, turning } = show()
    expect(groups.map(({ count }) => count)).toEqual([100, 100, 100, 100, 100])
    expect(groups.map(({ rows }) => rows.length)).toEqual([10, 10, 10, 10, 10])
    expect(turning).toBeUndefined()
  })

  it('shows no more than that even with a group for each bundle', () => {
    const { groups } = show(
      {},
      bundles(
        80,
        Array.from({ length: 80 }, (_, at) => `Plan ${at}`),
      ),
    )
    expect(groups).toHaveLength(80)
    expect(groups.flatMap(({ rows }) => rows)).toHaveLength(50)
  })

  it('shows one group alone, page by page, with nothing lost or doubled', () => {
    const first = show({ period: 'Weekly' })
    const second = show({ period: 'Weekly', page: 2 })
    expect(first.turning).toEqual({ from: 1, to: 50, count: 100, after: 2 })
    expect(second.turning).toEqual({ from: 51, to: 100, count: 100, before: 1 })
    const codes = [first, second].flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.map(({ code }) => code)))
    expect(new Set(codes).size).toBe(100)
  })

  it('shows the nearest page for an unknown one', () => {
    expect(show({ period: 'Weekly', page: 99 }).turning).toMatchObject({ to: 100 })
    expect(show({ period: 'Weekly', page: -3 }).turning).toMatchObject({ from: 1 })
    expect(show({ period: 'Yearly' }).groups).toHaveLength(5)
  })

  it('is filtered by kind within its groups', () => {
    const { groups } = show({ kind: 'social', period: 'Daily' })
    expect(groups).toMatchObject([{ heading: 'Daily', count: 50 }])
    expect(new Set(groups.flatMap(({ rows }) => rows.map(({ kind }) => kind)))).toEqual(new Set(['social']))
  })

  it('counts each end from now', () => {
    expect(show({ period: 'Daily' }).groups[0]?.rows[0]?.ends).toBe('Sat 21 Nov, 14:05')
  })

  it('is formatted once for each language', () => {
    expect(groupBundles(many, english)).toBe(groupBundles(many, english))
    expect(show({}, many, swahili).groups[0]?.heading).toBe('Kwa siku')
    expect(groupBundles([...many], english)).not.toBe(groupBundles(many, english))
  })
})
