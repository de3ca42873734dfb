import type { Bundle } from '@nyanja/domain/bundles/bundle'
import { weeklyBundle } from '@nyanja/domain/bundles/test-bundles'
import { PortalError } from '@nyanja/domain/errors'
import { describe, expect, it } from 'vitest'
import { Bundles } from './bundles.ts'

const daily: Bundle = { ...weeklyBundle, productCode: 'D', validity: { amount: 1, unit: 'day' } }
const home: Bundle = { ...weeklyBundle, productCode: 'H', category: 'broadband' }
const postpaid: Bundle = { ...weeklyBundle, productCode: 'P', lineType: 'POSTPAID' }
const postpaidHome: Bundle = { ...home, productCode: 'PH', lineType: 'POSTPAID' }

const phone = { lineType: 'PREPAID', isBroadband: false } as const
const router = { lineType: 'PREPAID', isBroadband: true } as const

function setUp({ hidePostpaid = true, areSold = true } = {}) {
  const clock = { now: 0 }
  const shop = { reads: 0, sells: [weeklyBundle, home, postpaid, postpaidHome, daily], isSilent: false }
  const source = {
    bundles: async () => {
      shop.reads += 1
      if (shop.isSilent) throw new PortalError('provider_unreachable', 'bss productOffering: silent')
      return shop.sells
    },
  }
  return { shop, clock, bundles: new Bundles({ source, hidePostpaid, areSold, now: () => clock.now }) }
}

const codesOf = (bundles: readonly Bundle[]) => bundles.map(({ productCode }) => productCode)

describe('the bundles that a line can have', () => {
  it('have its type, shortest first', async () => {
    const { bundles } = setUp()
    expect(codesOf(await bundles.forLine(phone))).toEqual(['D', 'W'])
    expect(codesOf(await bundles.forLine(router))).toEqual(['H'])
  })

  it('exclude those of another type', async () => {
    const { bundles } = setUp()
    expect(await bundles.bundle('H', phone)).toBeUndefined()
    expect(await bundles.bundle('W', router)).toBeUndefined()
    expect(await bundles.bundle('H', router)).toEqual(home)
  })

  it('are none for postpaid lines, routers included, where the market hides those', async () => {
    const lines = [
      { lineType: 'POSTPAID', isBroadband: false },
      { lineType: 'POSTPAID', isBroadband: true },
      { lineType: 'HYBRID', isBroadband: true },
    ] as const
    for (const line of lines) expect(await setUp().bundles.forLine(line)).toEqual([])
    const { bundles } = setUp({ hidePostpaid: false })
    expect(codesOf(await bundles.forLine(lines[0]))).toEqual(['P'])
    expect(codesOf(await bundles.forLine(lines[1]))).toEqual(['PH'])
    expect(await bundles.forLine(lines[2])).toEqual([])
  })

  it('are read and sorted once a minute for all visitors', async () => {
    const { shop, clock, bundles } = setUp()
    const first = await bundles.forLine(phone)
    expect(await bundles.forLine(phone)).toBe(first)
    await bundles.forLine(router)
    expect(shop.reads).toBe(1)
    shop.sells = [daily]
    clock.now = 60_000
    expect(codesOf(await bundles.forLine(phone))).toEqual(['D'])
    expect(shop.reads).toBe(2)
  })

  it('are requested again immediately after a failure', async () => {
    const { shop, bundles } = setUp()
    shop.isSilent = true
    await expect(bundles.forLine(phone)).rejects.toMatchObject({ code: 'provider_unreachable' })
    shop.isSilent = false
    expect(codesOf(await bundles.forLine(phone))).toEqual(['D', 'W'])
  })
})

it('lists bundles that are not sold with their prices, and lets no line buy them', async () => {
  const { bundles } = setUp({ areSold: false })
  expect(await bundles.forLine(phone)).toEqual([])
  expect(await bundles.bundle('D', phone)).toBeUndefined()
  const { categories } = await bundles.priceList()
  expect(categories).not.toEqual([])
})
