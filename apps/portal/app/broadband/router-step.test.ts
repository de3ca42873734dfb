import path from 'node:path'
import { type Order, Orders } from '@nyanja/server/payments/orders'
import { readMarket } from '@nyanja/server/settings/market'
import { type Line, Lines } from '@nyanja/server/subscriber/lines'
import { describe, expect, it } from 'vitest'
import { routerStep } from './router-step.ts'

const market = readMarket(path.join(import.meta.dirname, '../../markets/mw.json'))
const url = new URL('http://localhost/sw/data-bundle')
const now = () => 0
const router = '991234570'

const street: Readonly<Record<string, Line>> = {
  '991234567': { found: true, lineType: 'PREPAID', isBroadband: false },
  '991234568': { found: true, lineType: 'POSTPAID', isBroadband: false },
  '991234569': { found: true, lineType: 'HYBRID', isBroadband: false },
  [router]: { found: true, lineType: 'PREPAID', isBroadband: true },
}

function portalWith({ isSilent = false } = {}) {
  const opened: Order[] = []
  const store = {
    add: async (order: Order) => {
      opened.push(order)
    },
    order: async (id: string) => opened.find((order) => order.id === id),
    place: async () => true,
    speak: async () => {},
    mailTo: async () => {},
  }
  const lineOf = async (msisdn: string): Promise<Line> => {
    if (isSilent) throw new Error('silent')
    return street[msisdn] ?? { found: false }
  }
  const portal = {
    market,
    lines: new Lines({ source: { lineOf }, rules: market.numbers, now }),
    orders: new Orders({ store, now, newId: () => `O${opened.length + 1}` }),
  }
  return { portal, opened }
}

describe('the number of a router', () => {
  it('begins an order with its page and its language', async () => {
    const { portal, opened } = portalWith()
    expect((await routerStep(portal, url, { typed: '0991234570', page: 'bundles' })).outcome).toBe('order')
    expect((await routerStep(portal, url, { typed: router, page: 'balance' })).outcome).toBe('order')
    expect(opened).toMatchObject([
      { msisdn: router, language: 'sw', redirectPage: '/data-bundle' },
      { msisdn: router, redirectPage: '/broadband-recharge' },
    ])
  })

  it('keeps its order while it stays the same', async () => {
    const { portal, opened } = portalWith()
    const first = await routerStep(portal, url, { typed: router, page: 'bundles' })
    const known = first.outcome === 'order' ? first.order : undefined
    const repeated = await routerStep(portal, url, { typed: '+265 99 123 4570', page: 'bundles', known })
    expect(repeated).toEqual({ outcome: 'order', order: known })
    expect(opened).toHaveLength(1)
  })

  it.each([
    ['991234567', 'prepaid'],
    ['991234568', 'bill'],
    ['991234569', 'bill'],
  ])('refuses the number of the phone %s, which gets an offer', async (typed, offer) => {
    const { portal, opened } = portalWith()
    expect(await routerStep(portal, url, { typed, page: 'bundles' })).toEqual({ outcome: 'offer', offer })
    expect(opened).toEqual([])
  })

  it.each([
    ['', 'empty'],
    ['99 12', 'too_short'],
    ['881234567', 'unknown_line'],
  ])('is not "%s"', async (typed, problem) => {
    const step = await routerStep(portalWith().portal, url, { typed, page: 'bundles' })
    expect(step).toMatchObject({ outcome: 'fault', fault: { problem } })
  })

  it('is not reported as wrong when the BSS is silent', async () => {
    const { portal } = portalWith({ isSilent: true })
    expect(await routerStep(portal, url, { typed: router, page: 'bundles' })).toMatchObject({
      fault: { problem: 'service_silent' },
    })
  })
})
