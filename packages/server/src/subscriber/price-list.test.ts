import { type Bundle, dataVolume } from '@nyanja/domain/bundles/bundle'
import { usualOrder } from '@nyanja/domain/bundles/tariffs'
import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { Bundles } from './bundles.ts'

const bundleOf = (productCode: string, changes: Partial<Bundle> = {}): Bundle => ({
  productCode,
  name: productCode,
  description: '',
  category: 'data',
  period: 'Weekly',
  lineType: 'PREPAID',
  data: dataVolume(1, 'GB'),
  validity: { amount: 7, unit: 'day' },
  price: money('MWK', 100_000),
  ...changes,
})

const shop = [
  bundleOf('Weekly 1GB'),
  bundleOf('Daily 100MB', { period: 'Daily', validity: { amount: 1, unit: 'day' } }),
  bundleOf('Home 150GB', { category: 'broadband', period: 'Monthly' }),
  bundleOf('Night 2GB', { period: 'Night owls' }),
  bundleOf('Postpaid 10GB', { lineType: 'POSTPAID', period: 'Monthly' }),
  bundleOf('Endless', { period: undefined, validity: 'unlimited' }),
]

function open({ hidePostpaid = true, bundles = shop } = {}) {
  const clock = { now: 0 }
  const reads = { count: 0 }
  const source = {
    bundles: async () => {
      reads.count += 1
      return [...bundles]
    },
  }
  return { clock, reads, sold: new Bundles({ source, hidePostpaid, areSold: true, now: () => clock.now }) }
}

const ask = { words: '', order: usualOrder }
const names = (bundles: readonly Bundle[]) => bundles.map(({ name }) => name)

describe('the price list', () => {
  it('contains everything on public sale, shortest first', async () => {
    const list = await open().sold.priceList()
    expect(names(list.find(ask))).toEqual(['Daily 100MB', 'Weekly 1GB', 'Home 150GB', 'Night 2GB', 'Endless'])
  })

  it('contains postpaid bundles where the market shows them', async () => {
    const list = await open({ hidePostpaid: false }).sold.priceList()
    expect(names(list.find({ ...ask, words: 'postpaid' }))).toEqual(['Postpaid 10GB'])
  })

  it('returns the available categories and periods', async () => {
    const { categories, periods } = await open().sold.priceList()
    expect(categories).toEqual(['data', 'broadband'])
    expect(periods).toEqual(['Daily', 'Weekly', 'Monthly', 'Night owls', 'Others'])
  })

  it('filters by category, period and part of the name at once', async () => {
    const list = await open().sold.priceList()
    expect(names(list.find({ ...ask, category: 'broadband' }))).toEqual(['Home 150GB'])
    expect(names(list.find({ ...ask, period: 'night owls' }))).toEqual(['Night 2GB'])
    expect(names(list.find({ ...ask, period: 'others' }))).toEqual(['Endless'])
    expect(names(list.find({ ...ask, category: 'data', period: 'weekly', words: '1 gb' }))).toEqual(['Weekly 1GB'])
    expect(list.find({ ...ask, category: 'sms' })).toEqual([])
  })

  it('finds a bundle by its name in each language', async () => {
    const night = bundleOf('Night 2GB', { translations: { sw: { name: 'Usiku GB 2' } } })
    const list = await open({ bundles: [...shop.slice(0, 3), night] }).sold.priceList()
    for (const words of ['usiku', 'night']) expect(names(list.find({ ...ask, words }))).toEqual(['Night 2GB'])
  })

  it('is computed once for all visitors within a minute', async () => {
    const { sold, clock, reads } = open()
    const first = await sold.priceList()
    expect(await sold.priceList()).toBe(first)
    clock.now = 60_000
    expect(await sold.priceList()).not.toBe(first)
    expect(reads.count).toBe(2)
  })

  it('sorts a frequent request only once', async () => {
    const list = await open().sold.priceList()
    const dearest = { ...ask, order: { column: 'price', direction: 'descending' } } as const
    expect(list.find(dearest)).toBe(list.find(dearest))
    expect(list.find(dearest)).not.toBe(list.find(ask))
  })
})
