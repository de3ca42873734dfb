import { money } from '@nyanja/domain/money/money'
import { createStaticHandler, RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, fakeGateway, type TestApp, testLines } from '../../server/testing/test-app.ts'
import { isPlacedOrder } from '../order/order-page.ts'
import { portalContext } from '../portal-context.ts'
import { loader as leadOn } from './payment-redirect.ts'
import { loader as loadStatus } from './status.tsx'

let test: TestApp
beforeEach(async () => {
  const push = fakeGateway('push', { verify: async () => ({ state: 'pending' }) })
  test = await createTestApp({ push })
})
afterEach(() => test.close())

const routes = [
  { path: '/sw?/payment/status/:id?', loader: loadStatus },
  { path: '/sw?/payment/*', loader: leadOn },
]

async function ask(address: string) {
  const requestContext = new RouterContextProvider()
  requestContext.set(portalContext, test.portal)
  const request = new Request(`http://localhost:3000${address}`)
  return createStaticHandler(routes).query(request, { requestContext })
}

async function locationOf(address: string): Promise<string | null> {
  const answer = await ask(address)
  return answer instanceof Response ? answer.headers.get('location') : null
}

async function statusAt(address: string) {
  const answer = await ask(address)
  if (answer instanceof Response) throw new Error(`${answer.status}`)
  return Object.values(answer.loaderData)[0]
}

const push = { method: 'nyanja_money', gateway: 'open-api-money' } as const
const mpesa = { method: 'mpesa', gateway: 'mpesa' } as const
type Mode = typeof push | typeof mpesa

/** Pays for an order that began on `redirectPage`. */
async function payFrom(redirectPage: string, { payLink, mode = push }: { payLink?: string; mode?: Mode } = {}) {
  const amount = money('MWK', 20_000)
  const order = await test.portal.orders.open({
    ...{ channel: 'web', language: 'en', msisdn: testLines.prepaid, lineType: 'PREPAID' as const, redirectPage },
    choice: { kind: 'airtime', amount },
    ...(payLink !== undefined && { payLink }),
  })
  if (!isPlacedOrder(order)) throw new Error('The order has no choice')
  await test.portal.payments.pay(order, { ...mode, payerMsisdn: testLines.prepaid })
  const { attempt } = await test.portal.progress.pageOf(order, 'status')
  return { order: order.id, transaction: attempt?.id ?? '' }
}

describe('an address below /payment that has no page', () => {
  it('redirects an order to the page of its state, in the language of the address', async () => {
    expect(await locationOf('/payment?order=4ACRNRH2')).toBe('/payment/start?order=4ACRNRH2')
    expect(await locationOf('/sw/payment/foo/bar?order=4ACRNRH2')).toBe('/sw/payment/start?order=4ACRNRH2')
  })

  it('redirects a visitor without an order to the start of a payment', async () => {
    expect(await locationOf('/payment')).toBe('/payment/start')
    expect(await locationOf('/payment/card/?txref=1')).toBe('/payment/start')
  })
})

describe('the page of a payment', () => {
  it('links back to the page on which the order began, in the language of the address', async () => {
    const { transaction } = await payFrom('/prepaid-recharge')
    expect(await statusAt(`/sw/payment/status/${transaction}`)).toMatchObject({ backHref: '/sw/prepaid-recharge' })
    expect(await statusAt(`/payment/status/${transaction}`)).toMatchObject({ backHref: '/prepaid-recharge' })
  })

  it('links back to a tracked lead only with the order, which a copied link does not have', async () => {
    const { order, transaction } = await payFrom('/hbb-lead-status?lead=7K4P29XD')
    expect(await statusAt(`/payment/status/${transaction}?order=${order}`)).toMatchObject({
      backHref: '/hbb-lead-status?lead=7K4P29XD',
    })
    expect(await statusAt(`/payment/status/${transaction}`)).toMatchObject({ backHref: '/hbb-lead-status' })
  })

  it('never shows a pay-me link to a visitor without the order', async () => {
    const { transaction } = await payFrom('/pay-me/7ZZZ1VDJ', { payLink: '7ZZZ1VDJ' })
    expect(await statusAt(`/payment/status/${transaction}`)).toMatchObject({ backHref: '/' })
  })

  it('polls an M-Pesa payment as often as the market allows, and others until they end', async () => {
    const { paymentMaxTry } = test.portal.market
    const statusOf = async (mode: Mode) =>
      statusAt(`/payment/status/${(await payFrom('/prepaid-recharge', { mode })).transaction}`)
    expect(await statusOf(mpesa)).toMatchObject({ poll: { pauseSeconds: 10, maxTries: paymentMaxTry } })
    expect(await statusOf(push)).not.toHaveProperty('poll')
  })
})
