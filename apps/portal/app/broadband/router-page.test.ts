import type { BalanceEntry } from '@nyanja/server/subscriber/balances'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testLines } from '../../server/testing/test-app.ts'
import { proofHeader } from '../order/proof-cookie.ts'
import { balanceCodeScope } from './balance-view.ts'
import { actOnRouter, routerView } from './router-page.ts'
import type { RouterPage } from './router-step.ts'

const accountContact = testLines.hybrid
const origin = 'http://localhost:3000'
const day = 24 * 3_600_000
const now = Date.UTC(2026, 10, 20, 12)

const entries: readonly BalanceEntry[] = [
  { serviceType: 'AIRTIME', description: 'Main balance', balance: '1234.5', unit: 'MWK' },
  { serviceType: 'DATA', description: 'Home 150GB', balance: '75', unit: 'GB', endsAt: now + 20 * day },
  { serviceType: 'DATA', description: 'Home Unlimited', unit: 'GB' },
]

let test: TestApp
let left: readonly BalanceEntry[] | 'unavailable'
beforeEach(async () => {
  left = entries
  test = await createTestApp({
    balanceSource: {
      balancesOf: async () => {
        if (left === 'unavailable') throw new Error('unavailable')
        return left
      },
    },
    contactSource: { contactOf: async () => accountContact },
  })
})
afterEach(() => test.close())

interface Posted {
  readonly page?: RouterPage
  readonly order?: string
  readonly uniqueCode?: string
}

async function requestWith({ page = 'balance', order = '', uniqueCode }: Posted) {
  const url = new URL(`${origin}/broadband-recharge?order=${order}`)
  const cookie = uniqueCode === undefined ? '' : ((await proofHeader(uniqueCode))['set-cookie'].split(';')[0] ?? '')
  return { page, url, request: new Request(url, { headers: { cookie } }), clientIp: '192.0.2.1' }
}

async function post(fields: Readonly<Record<string, string>>, posted: Posted = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return actOnRouter(test.portal, form, await requestWith(posted))
}

const idIn = (to: string, name: string) => new URL(to, origin).searchParams.get(name) ?? ''

async function begin(page: RouterPage = 'balance'): Promise<string> {
  const acted = await post({ intent: 'number', msisdn: testLines.router }, { page })
  return 'to' in acted ? idIn(acted.to, 'order') : ''
}

/** Proves the account contact, as if the code had been entered. */
async function prove(order: string): Promise<string> {
  // A minute must pass between two codes for one handset.
  test.clock.ms += 61_000
  const acted = await post({ intent: 'code' }, { order })
  const placed = await test.portal.orders.order(order)
  if (!('to' in acted) || placed === undefined) throw new Error('No code went out')
  const verified = await test.portal.codes.verify(
    idIn(acted.to, 'ref'),
    await test.codeOn(accountContact),
    balanceCodeScope(placed),
  )
  return verified.outcome === 'verified' ? verified.uniqueCode : ''
}

async function view(posted: Posted) {
  const order = await test.portal.orders.order(posted.order ?? '')
  if (order === undefined) throw new Error('No such order')
  return routerView(test.portal, order, await requestWith(posted))
}

describe('the balances of a router', () => {
  it('are shown with the proof of this order and no other', async () => {
    const [order, other] = [await begin(), await begin()]
    const uniqueCode = await prove(order)
    expect((await view({ order })).balance).toBeUndefined()
    expect((await view({ order: other, uniqueCode })).balance).toBeUndefined()
    expect((await view({ order, uniqueCode: 'guessed' })).balance).toBeUndefined()
    expect((await view({ order, uniqueCode })).balance).toMatchObject({
      rows: [
        { service: 'Airtime', balance: 'MWK 1,234.50', expires: 'Does not expire' },
        { service: 'Data', description: 'Home 150GB', balance: '75', unit: 'GB', expires: 'Expires 10 December 2026' },
        { description: 'Home Unlimited', unit: 'GB' },
      ],
      active: [
        { service: 'Data', description: 'Home 150GB', balance: '75', unit: 'GB', expires: 'Expires 10 December 2026' },
        { service: 'Data', description: 'Home Unlimited', unit: 'GB', expires: 'Does not expire' },
      ],
    })
  })

  it('have no figure for unlimited volumes', async () => {
    const order = await begin()
    const { balance } = await view({ order, uniqueCode: await prove(order) })
    expect(typeof balance === 'object' && balance.rows[2]).not.toHaveProperty('balance')
  })

  it('are shown as unavailable while the BSS is silent', async () => {
    const order = await begin()
    const uniqueCode = await prove(order)
    left = 'unavailable'
    expect((await view({ order, uniqueCode })).balance).toBe('unavailable')
  })
})

describe('a code', () => {
  it('is not sent to a phone of another operator, and the visitor sees whom to call', async () => {
    const abroad = await createTestApp({ contactSource: { contactOf: async () => '991111111' } })
    const form = new FormData()
    form.set('msisdn', testLines.router)
    const begun = await actOnRouter(abroad.portal, form, await requestWith({}))
    form.set('intent', 'code')
    const requested = await requestWith({ order: 'to' in begun ? idIn(begun.to, 'order') : '' })
    expect(await actOnRouter(abroad.portal, form, requested)).toMatchObject({
      answer: { note: 'We cannot send a code for this number. Please call 300.' },
      status: 400,
    })
    await abroad.close()
  })

  it('sends no second code within a minute, and shows how long to wait', async () => {
    const [order, other] = [await begin(), await begin()]
    expect(await post({ intent: 'code' }, { order })).toHaveProperty('to')
    expect(await post({ intent: 'code' }, { order: other })).toMatchObject({
      answer: { note: expect.stringMatching(/^You can ask for another code in \d+ seconds$/) },
    })
  })
})

describe('a choice', () => {
  const choose = (order: string, bundle: string, uniqueCode?: string) =>
    post({ intent: 'choose', bundle }, { order, ...(uniqueCode !== undefined && { uniqueCode }) })

  it('is priced by the catalogue and leads to the payment', async () => {
    const order = await begin('bundles')
    expect(await choose(order, 'HBB-150')).toEqual({ to: `/payment/start?order=${order}` })
    expect((await test.portal.orders.order(order))?.choice).toMatchObject({ amount: { minor: 6_000_000 } })
  })

  it('warns the account contact alone about an active bundle', async () => {
    const order = await begin()
    const uniqueCode = await prove(order)
    expect(await choose(order, 'HBB-150', uniqueCode)).toEqual({
      to: `/broadband-recharge/overlap?order=${order}&bundle=HBB-150`,
    })
    expect(await choose(order, 'HBB-150')).toEqual({ to: `/payment/start?order=${order}` })
  })

  it('continues at once when no bundle is active, or the balances are unknown', async () => {
    for (const nothing of [[], 'unavailable'] as const) {
      left = nothing
      const order = await begin()
      expect(await choose(order, 'HBB-150', await prove(order))).toEqual({ to: `/payment/start?order=${order}` })
    }
  })

  it.each([
    ['', 'Please choose a bundle'],
    ['MW-D-100', 'This bundle is no longer sold. Please choose another one.'],
  ])('is refused for "%s": %s', async (code, text) => {
    expect(await choose(await begin(), code)).toMatchObject({
      answer: { error: { field: 'bundle', text } },
      status: 400,
    })
  })

  it('without an order asks for the number', async () => {
    expect(await choose('no-such-order', 'HBB-150')).toMatchObject({
      answer: { error: { field: 'msisdn', text: 'Phone No is required' } },
    })
  })
})

describe('the other pages', () => {
  it.each([
    [testLines.prepaid, 'recharge', '/prepaid-recharge'],
    [testLines.postpaid, 'bills', '/postpaid-bill-pay'],
  ])('pass on the number of the phone %s', async (msisdn, page, path) => {
    expect(await post({ intent: 'number', msisdn }, { page: 'bundles' })).toMatchObject({
      answer: { typed: { msisdn }, offer: { action: { page } } },
      status: 200,
    })
    const pressed = await post({ msisdn, page }, { page: 'bundles' })
    const to = 'to' in pressed ? pressed.to : ''
    expect(to).toContain(`${path}?`)
    expect(await test.portal.orders.order(idIn(to, 'order'))).toMatchObject({ msisdn, redirectPage: path })
  })
})
