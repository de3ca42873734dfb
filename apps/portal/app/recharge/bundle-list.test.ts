import { type Bundle, dataVolume, sortByValidity } from '@nyanja/domain/bundles/bundle'
import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import texts from '../../content/en/recharge-translation.json' with { type: 'json' }
import { clockOf } from '../format/clock.ts'
import { rowsOfKind, shownKind } from './bundle-filter.ts'
import { bundleList } from './bundle-list.ts'

const clock = clockOf({ timeZone: 'Africa/Blantyre', dateLocales: { en: 'en-GB' } }, 'en')
const now = Date.UTC(2026, 10, 20, 12, 5)

const daily: Bundle = {
  productCode: 'D',
  name: 'Daily 100MB',
  description: '',
  category: 'data',
  period: 'Daily',
  lineType: 'PREPAID',
  data: dataVolume(100, 'MB'),
  validity: { amount: 1, unit: 'day' },
  price: money('MWK', 30_000),
}
const weekly: Bundle = { ...daily, productCode: 'W', period: 'Weekly', validity: { amount: 1, unit: 'week' } }
const social: Bundle = { ...weekly, productCode: 'S', category: 'social' }
const combo: Bundle = { ...weekly, productCode: 'X', category: 'mixed', sms: 100 }

const times = (count: number, like: Bundle): Bundle[] =>
  Array.from({ length: count }, (_, at) => ({ ...like, productCode: `${like.productCode}-${at}` }))
const many = sortByValidity([...times(250, daily), ...times(180, weekly), ...times(70, social)])

const listOf = (bundles: readonly Bundle[], query = '') =>
  bundleList(bundles, { texts, now, clock, query: new URLSearchParams(query), order: 'O1' })
const codesIn = ({ rows }: ReturnType<typeof listOf>) => rows.map(({ code }) => code)

describe('the bundles of a line', () => {
  it('are all at hand where they are few, under the headings of their periods', () => {
    const list = listOf(sortByValidity([weekly, social, daily]))
    expect(list.headings).toEqual([{ text: 'Daily' }, { text: 'Weekly' }])
    expect(list.rows.map(({ code, group }) => [code, group])).toEqual([
      ['D', 0],
      ['W', 1],
      ['S', 1],
    ])
    expect(list.isPart).toBeUndefined()
  })

  it('are sent in part where they are many', () => {
    const list = listOf(many)
    expect(list.rows).toHaveLength(12)
    expect(list.headings).toEqual([
      { text: 'Daily', more: { search: '?order=O1&filter=data&period=Daily&page=1', text: 'All 250: Daily' } },
      { text: 'Weekly', more: { search: '?order=O1&filter=data&period=Weekly&page=1', text: 'All 180: Weekly' } },
    ])
    expect(list.turns).toEqual([])
  })

  it('can be turned through, group by group', () => {
    const list = listOf(many, 'order=O1&filter=data&period=Weekly&page=2')
    expect(codesIn(list)).toHaveLength(20)
    expect(codesIn(list)[0]).toBe('W-20')
    expect(list.headings).toEqual([{ text: 'Weekly' }])
    expect(list.turns).toEqual([
      { search: '?order=O1&filter=data&period=Weekly&page=1', text: 'Those before' },
      { search: '?order=O1&filter=data&period=Weekly&page=3', text: 'More of these' },
      { search: '?order=O1&filter=data&page=1', text: 'All groups' },
    ])
  })

  it('keep the chosen one in the form, whatever is shown beside it', () => {
    const sameGroup = listOf(many, 'order=O1&filter=data&bundle=W-150')
    expect(sameGroup.rows.find(({ code }) => code === 'W-150')).toMatchObject({ group: 1 })
    const otherKind = listOf(many, 'order=O1&filter=social&bundle=D-7')
    expect(otherKind.headings.map(({ text }) => text)).toEqual(['Daily', 'Weekly'])
    expect(otherKind.rows[0]).toMatchObject({ code: 'D-7', group: 0 })
    expect(codesIn(listOf(many, 'order=O1&filter=data&bundle=no-such'))).toHaveLength(12)
  })
})

describe('filters', () => {
  it('offer only kinds that are there, data first, and all', () => {
    const { filters } = listOf([combo, social, weekly])
    expect(filters.map(({ label }) => label)).toEqual(['Data', 'Social', 'Mixed', 'All'])
  })

  it('are none where all bundles are of one kind', () => {
    expect(listOf([daily, weekly]).filters).toEqual([])
    expect(shownKind('social', [])).toBe('all')
  })

  it('show what was asked for, and the first kind for an unknown wish', () => {
    const { rows, filters } = listOf([weekly, social])
    expect(shownKind('social', filters)).toBe('social')
    expect(shownKind('x', filters)).toBe('data')
    expect(rowsOfKind(rows, 'social').map(({ code }) => code)).toEqual(['S'])
    expect(rowsOfKind(rows, 'all')).toHaveLength(2)
  })
})
