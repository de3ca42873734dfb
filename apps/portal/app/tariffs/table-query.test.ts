import { describe, expect, it } from 'vitest'
import { pageIn, queryOf, readTableQuery, toggleOrder } from './table-view.ts'

const list = { categories: ['data', 'sms'], periods: ['Daily', 'Night owls'] } as const
const read = (search: string) => readTableQuery(new URLSearchParams(search), list)
const usual = { words: '', order: { column: 'validity', direction: 'ascending' } }

describe('the address of the tariff table', () => {
  it('gives kind, period, order and words', () => {
    expect(read('kind=sms&filter=night+owls&sort=-price&q=+1+gb+')).toEqual({
      category: 'sms',
      period: 'night owls',
      order: { column: 'price', direction: 'descending' },
      words: '1 gb',
    })
  })

  it('may contain invalid values, which are ignored', () => {
    expect(read('kind=roaming&filter=hourly&sort=colour&q=')).toEqual(usual)
    expect(read('sort=-')).toEqual(usual)
    expect(read(`q=${'x'.repeat(500)}`).words).toHaveLength(60)
  })

  it.each([
    ['', 1],
    ['page=3', 3],
    ['page=0', 1],
    ['page=-2', 1],
    ['page=x', 1],
    ['page=all', 'all'],
  ])('gives the page: %s', (search, page) => {
    expect(pageIn(new URLSearchParams(search))).toBe(page)
  })

  it('is written as it was read, without default values', () => {
    const given = (question: ReturnType<typeof read>, page?: number | 'all') =>
      Object.fromEntries(Object.entries(queryOf(question, page)).filter(([, value]) => value !== undefined))
    expect(given(read(''))).toEqual({})
    expect(given(read('kind=data&filter=daily&sort=name&q=1gb'), 'all')).toEqual({
      kind: 'data',
      filter: 'daily',
      sort: 'name',
      q: '1gb',
      page: 'all',
    })
    expect(given(read('sort=-validity'), 2)).toEqual({ sort: '-validity', page: '2' })
  })

  it('reverses the order when its column is pressed again', () => {
    const up = toggleOrder({ column: 'name', direction: 'descending' }, 'price')
    expect(up).toEqual({ column: 'price', direction: 'ascending' })
    expect(toggleOrder(up, 'price')).toEqual({ column: 'price', direction: 'descending' })
    expect(toggleOrder(toggleOrder(up, 'price'), 'price')).toEqual(up)
  })
})
