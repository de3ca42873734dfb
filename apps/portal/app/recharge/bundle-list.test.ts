import { type Bundle, sortByValidity } from '@nyanja/domain/bundles/bundle'
import { dailyBundle } from '@nyanja/domain/bundles/test-bundles'
import { clockOf } from '@nyanja/web/format/clock'
import { describe, expect, it } from 'vitest'
import texts from '../../content/en/recharge-translation.json' with { type: 'json' }
import { filterListing, shownKind } from './bundle-filter.ts'
import { bundleList } from './bundle-list.ts'

const clock = clockOf({ timeZone: 'Africa/Blantyre', languages: [{ code: 'en', dateLocale: 'en-GB' }] }, 'en')
const now = Date.UTC(2026, 10, 20, 12, 5)

const daily: Bundle = { ...dailyBundle, productCode: 'D', description: '' }
const weekly: Bundle = { ...daily, productCode: 'W', period: 'Weekly', validity: { amount: 1, unit: 'week' } }
const social: Bundle = { ...weekly, productCode: 'S', category: 'social' }
const combo: Bundle = { ...weekly, productCode: 'X', category: 'mixed', sms: 100 }

const times = (count: number, like: Bundle): Bundle[] =>
  Array.from({ length: count }, (_, at) => ({ ...like, productCode: `${like.productCode}-${at}` }))
const many = sortByValidity([...times(250, daily), ...times(180, weekly), ...times(70, social)])

const listOf = (bundles: readonly Bundle[], query = '') =>
  bundleList(bundles, { texts, now, clock, query: new URLSearchParams(query), order: 'O1' })
const codesIn = ({ groups }: Pick<ReturnType<typeof listOf>, 'groups'>) =>
  groups.map(({ rows }) => rows.map(({ code }) => code))

/** Shows the list as the page does. */
function shown(list: ReturnType<typeof listOf>, filter: string, chosen = '') {
  const listing = filterListing({ id: 'O1', list }, { filter, chosen })
  if (listing === 'unavailable') throw new Error('No list')
  return listing
}

describe('the bundles of a line', () => {
  it('are all at hand when they are few, under the headings of their periods', () => {
    const list = listOf(sortByValidity([weekly, social, daily]))
    expect(list.groups.map(({ heading }) => heading)).toEqual(['Daily', 'Weekly'])
    expect(codesIn(list)).toEqual([['D'], ['W', 'S']])
    expect(list.isPart).toBeUndefined()
  })

  it('are sent in part when they are many', () => {
    const list = listOf(many)
    expect(codesIn(list).flat()).toHaveLength(12)
    expect(list.groups.map(({ heading, more }) => ({ heading, more }))).toEqual([
      { heading: 'Daily', more: { href: '?order=O1&filter=data&period=Daily&page=1', text: 'All 250: Daily' } },
      { heading: 'Weekly', more: { href: '?order=O1&filter=data&period=Weekly&page=1', text: 'All 180: Weekly' } },
    ])
    expect(list.pages).toBeUndefined()
  })

  it('are paged, group by group', () => {
    const list = listOf(many, 'order=O1&filter=data&period=Weekly&page=2')
    expect(codesIn(list)).toHaveLength(1)
    expect(codesIn(list)[0]).toHaveLength(20)
    expect(codesIn(list)[0]?.[0]).toBe('W-20')
    expect(list.groups.map(({ heading, more }) => ({ heading, more }))).toEqual([{ heading: 'Weekly' }])
    expect(list.pages?.links).toEqual([
      { href: '?order=O1&filter=data&period=Weekly&page=1', text: 'Those before' },
      { href: '?order=O1&filter=data&period=Weekly&page=3', text: 'More of these' },
      { href: '?order=O1&filter=data&page=1', text: 'All groups' },
    ])
  })

  it('keep the chosen one in the form, under every filter', () => {
    expect(codesIn(listOf(many, 'order=O1&filter=data&bundle=W-150'))[1]).toContain('W-150')
    const otherKind = listOf(many, 'order=O1&filter=social&bundle=D-7')
    expect(otherKind.groups.map(({ heading }) => heading)).toEqual(['Daily', 'Weekly'])
    expect(codesIn(otherKind)[0]).toEqual(['D-7'])
    expect(codesIn(listOf(many, 'order=O1&filter=data&bundle=no-such')).flat()).toHaveLength(12)
  })

  it('keep the chosen one in each link to more of them', () => {
    const { chips, groups, pages } = shown(listOf(many, 'period=Weekly&filter=data'), 'data', 'W-1')
    expect(chips[1]?.href).toBe('?order=O1&filter=social&page=1&bundle=W-1')
    expect(groups[0]?.more).toBeUndefined()
    expect(pages?.links[0]?.href).toBe('?order=O1&filter=data&period=Weekly&page=2&bundle=W-1')
    expect(shown(listOf(many), 'data', 'D-1').groups[0]?.more?.href).toBe(
      '?order=O1&filter=data&period=Daily&page=1&bundle=D-1',
    )
  })
})

describe('filters', () => {
  it('offer only existing kinds, data first, and all', () => {
    const { filters } = listOf([combo, social, weekly])
    expect(filters.map(({ label }) => label)).toEqual(['Data', 'Social', 'Mixed', 'All'])
  })

  it('are absent when all bundles are of one kind', () => {
    expect(listOf([daily, weekly]).filters).toEqual([])
    expect(shownKind('social', [])).toBe('all')
  })

  it('show the requested kind, and the first kind for an unknown one', () => {
    const list = listOf([weekly, social])
    expect(codesIn(shown(list, 'social'))).toEqual([['S']])
    expect(codesIn(shown(list, 'all')).flat()).toHaveLength(2)
    expect(shownKind('x', list.filters)).toBe('data')
  })

  it('leave the chosen bundle visible', () => {
    expect(codesIn(shown(listOf([weekly, social]), 'social', 'W'))).toEqual([['W', 'S']])
  })
})
