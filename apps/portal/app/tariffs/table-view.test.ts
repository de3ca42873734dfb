import { type Bundle, dataVolume } from '@nyanja/domain/bundles/bundle'
import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import bundleTexts from '../../content/en/recharge-translation.json' with { type: 'json' }
import texts from '../../content/en/table-translation.json' with { type: 'json' }
import { hrefs } from '../hrefs.ts'
import { columnHeads, kindLinks, periodLinks, tariffRow, windowOf } from './table-view.ts'

const words = {
  texts,
  bundleTexts,
  to: hrefs('/sw'),
  rechargeHref: '/sw/prepaid-recharge',
  routerHref: '/sw/data-bundle',
}
const question = { words: '', order: { column: 'validity', direction: 'ascending' } } as const

const weekly: Bundle = {
  productCode: 'MW-W-2600',
  name: 'Weekly 2.6GB',
  description: '',
  category: 'data',
  period: 'Weekly',
  lineType: 'PREPAID',
  data: dataVolume(2.6, 'GB'),
  validity: { amount: 7, unit: 'day' },
  price: money('MWK', 200_000),
}
const router: Bundle = { ...weekly, category: 'broadband', data: 'unlimited', validity: 'unlimited' }

describe('a row of the tariff table', () => {
  it('shows everything about a bundle', () => {
    expect(tariffRow(weekly, words)).toEqual({
      code: 'MW-W-2600',
      name: 'Weekly 2.6GB',
      category: 'Data',
      gives: '2.6 GB',
      lasts: '7 days',
      perMb: 'MWK 0.77 / MB',
      price: 'MWK 2,000',
      buyHref: '/sw/prepaid-recharge',
    })
  })

  it('has no price per MB for unlimited data', () => {
    const row = tariffRow(router, words)
    expect(row).toMatchObject({ gives: 'Unlimited data', lasts: 'Unlimited' })
    expect(row).not.toHaveProperty('perMb')
  })

  it('links to where it is bought, if there is such a page', () => {
    expect(tariffRow(router, words).buyHref).toBe('/sw/data-bundle')
    expect(tariffRow(router, { ...words, routerHref: undefined })).not.toHaveProperty('buyHref')
    expect(tariffRow({ ...weekly, lineType: 'POSTPAID' }, words)).not.toHaveProperty('buyHref')
  })
})

describe('the heads of the tariff table', () => {
  it('link to each order, and the current one to its reverse', () => {
    const heads = columnHeads({ ...question, words: '1gb', category: 'data' }, words)
    expect(heads.map(({ href }) => href)).toContain('/sw/table?kind=data&sort=price&q=1gb')
    expect(heads.filter(({ sorted }) => sorted !== undefined)).toEqual([
      { column: 'validity', text: 'Lasts', href: '/sw/table?kind=data&sort=-validity&q=1gb', sorted: 'ascending' },
    ])
  })
})

describe('the filters of the tariff table', () => {
  const list = { categories: ['data', 'voice'], periods: ['Daily', 'Night owls'] } as const

  it('keep each other and the order, and begin on the first page', () => {
    const chosen = { ...question, category: 'voice', order: { column: 'price', direction: 'ascending' } } as const
    expect(kindLinks(list, chosen, words)).toEqual([
      { label: 'All kinds', href: '/sw/table?sort=price', isCurrent: false },
      { label: 'Data', href: '/sw/table?kind=data&sort=price', isCurrent: false },
      { label: 'Calls', href: '/sw/table?kind=voice&sort=price', isCurrent: true },
    ])
    expect(periodLinks(list, chosen, words)).toEqual([
      { label: 'Any length', href: '/sw/table?kind=voice&sort=price', isCurrent: true },
      { label: 'Daily', href: '/sw/table?kind=voice&filter=daily&sort=price', isCurrent: false },
      { label: 'Night owls', href: '/sw/table?kind=voice&filter=night+owls&sort=price', isCurrent: false },
    ])
  })

  it('are left out when there is nothing to choose', () => {
    expect(kindLinks({ ...list, categories: ['data'] as const }, question, words)).toEqual([])
    expect(periodLinks({ ...list, periods: ['Daily'] }, question, words)).toEqual([])
  })
})

describe('a long tariff table', () => {
  const found = Array.from({ length: 120 }, (_, at) => ({ ...weekly, productCode: `B-${at}` }))
  const open = (page: number | 'all', bundles = found) => windowOf(bundles, { question, page, words })
  const links = (page: number | 'all') => open(page).links.map(({ text, href }) => `${text} ${href}`)

  it('is shown fifty at a time', () => {
    expect(open(1).count).toBe('1 to 50 of 120 bundles')
    expect(links(1)).toEqual(['Next 50 /sw/table?page=2', 'All on one page, to print /sw/table?page=all'])
    expect(open(2).bundles[0]?.productCode).toBe('B-50')
    expect(links(2).slice(0, 2)).toEqual(['Previous 50 /sw/table', 'Next 20 /sw/table?page=3'])
    expect(open(3)).toMatchObject({ count: '101 to 120 of 120 bundles' })
    expect(open(3).bundles).toHaveLength(20)
  })

  it('shows its last page for a page number beyond it', () => {
    expect(open(99).bundles).toEqual(open(3).bundles)
  })

  it('is whole on the page for paper', () => {
    expect(open('all')).toMatchObject({ count: '120 bundles', links: [] })
    expect(open('all').bundles).toHaveLength(120)
  })

  it('counts a single one as one', () => {
    expect(open(1, found.slice(0, 1)).count).toBe('1 bundle')
    expect(open(1, []).count).toBe('0 bundles')
  })
})
