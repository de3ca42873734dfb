import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import type { Order } from '@nyanja/server/payments/orders'
import { createStaticHandler, RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, orderAirtime, type TestApp, testLines } from '../../server/testing/test-app.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { loader as loadStart, action as postStart } from './start.tsx'
import { loader as loadStatus } from './status.tsx'

let test: TestApp
beforeEach(async () => {
  test = await createTestApp()
})
afterEach(() => test.close())

const routes = [
  { path: '/payment/start/:method?', loader: loadStart, action: postStart },
  { path: '/payment/status', loader: loadStatus },
]

const contextOf = () => {
  const requestContext = new RouterContextProvider()
  requestContext.set(portalContext, test.portal)
  requestContext.set(clientIpContext, '192.0.2.1')
  return { requestContext }
}

async function shownAt(address: string): Promise<unknown> {
  const answer = await createStaticHandler(routes).query(new Request(`http://localhost:3000${address}`), contextOf())
  if (answer instanceof Response) throw new Error(`${answer.status}`)
  return Object.values(answer.loaderData)[0]
}

const moneyPage = '/payment/start/nyanja-money'
const cardPage = '/payment/start/card'
const giver = testLines.hybrid

/** Presses Pay: returns where it leads, or the problems on the page. */
async function pay({ id }: Pick<Order, 'id'>, page: string, fields: Readonly<Record<string, string>>) {
  const request = new Request(`http://localhost:3000${page}?order=${id}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  const answer = await createStaticHandler(routes).query(request, contextOf())
  if (answer instanceof Response) return answer.headers.get('location') ?? ''
  return Object.values(answer.actionData ?? {})[0]
}

const byMoney = (order: Pick<Order, 'id'>, giftMessage: string, msisdn: string = giver) =>
  pay(order, moneyPage, { msisdn: `0${msisdn}`, giftMessage })
const problem = (text: RegExp | string) => ({
  problems: [{ field: 'giftMessage', text: typeof text === 'string' ? text : expect.stringMatching(text) }],
})

describe('the page that pays', () => {
  it('offers a message with airtime and bundles, and states its limits', async () => {
    const { id } = await orderAirtime(test.portal)
    expect(await shownAt(`/payment/start?order=${id}`)).toMatchObject({
      view: {
        gift: {
          summary: 'Is it a gift? Add a message',
          hint: expect.stringMatching(/^It goes by SMS to 99.123.4567 .* At most 70 letters; no links/),
          start: '',
        },
      },
    })
  })

  it('offers none to a payer by a link, and takes none from that one', async () => {
    const { id: _, createdAt: __, expiresAt: ___, ...order } = await orderAirtime(test.portal)
    const linked = await test.portal.orders.open({ ...order, payLink: 'a token' })
    expect(await shownAt(`/payment/start?order=${linked.id}`)).not.toHaveProperty('view.gift', expect.anything())
    expect(await byMoney(linked, 'Zikomo')).toMatch(/^\/payment\/status/)
    expect(await test.portal.orders.order(linked.id)).not.toHaveProperty('giftMessage')
  })

  it('stores the message as it is sent, and shows it to a visitor who comes back', async () => {
    const order = await orderAirtime(test.portal)
    expect(
      await pay(order, cardPage, { email: 'me@example.com', giftMessage: ' Joyeux No\u00ebl, ma s\u0153ur ' }),
    ).toMatch(/card\/continue/)
    expect(await test.portal.orders.order(order.id)).toMatchObject({ giftMessage: 'Joyeux Noel, ma soeur' })
    expect(await shownAt(`/payment/start?order=${order.id}`)).toMatchObject({
      view: { gift: { start: 'Joyeux Noel, ma soeur' } },
    })
    await pay(order, cardPage, { email: 'me@example.com', giftMessage: '' })
    expect(await test.portal.orders.order(order.id)).not.toHaveProperty('giftMessage')
  })

  it.each([
    ['a'.repeat(71), 'The message is too long: at most 70 letters and signs'],
    ['Win at bit.ly', /cannot have links/],
    ['me@home', /email address or the sign @/],
    ['Call 0991234567', /4 digits at most/],
    ['Happy \u{1f382}', /pictures and other alphabets/],
    ['a\u200bb', /hidden signs/],
  ])('names the rule that %j breaks, and starts no payment', async (message, text) => {
    const order = await orderAirtime(test.portal)
    const answer = await byMoney(order, message)
    expect(answer).toMatchObject({ typed: { giftMessage: message }, ...problem(text) })
    expect(await test.database.db.selectFrom('attempts').select('id').execute()).toEqual([])
    expect(await test.portal.orders.order(order.id)).not.toHaveProperty('giftMessage')
  })

  it('reports a broken rule together with a wrong number', async () => {
    const answer = await pay(await orderAirtime(test.portal), moneyPage, { msisdn: '12', giftMessage: 'me@home' })
    expect(answer).toMatchObject({ problems: [{ field: 'msisdn' }, { field: 'giftMessage' }] })
  })

  it('refuses a message to the number that pays', async () => {
    const order = await orderAirtime(test.portal)
    expect(await byMoney(order, 'Zikomo', testLines.prepaid)).toMatchObject(problem(/also gets the gift/))
    expect(await byMoney(order, '', testLines.prepaid)).toMatch(/^\/payment\/status/)
  })

  it('keeps the message while a code is on its way to the payer', async () => {
    const order = await orderAirtime(test.portal)
    const next = await pay(order, '/payment/start/airtime', {
      ...{ msisdn: `0${giver}`, email: 'me@example.com', giftMessage: 'Zikomo' },
    })
    expect(next).toMatch(/^\/payment\/start\/code/)
    expect(await test.portal.orders.order(order.id)).toMatchObject({ giftMessage: 'Zikomo' })
  })
})

describe('the page of the payment', () => {
  const give = async (message: string) => String(await byMoney(await orderAirtime(test.portal), message))

  it('says that the message goes when the gift arrives, that it goes, and never its words', async () => {
    const page = await give('Tsiku lobadwa')
    expect(await shownAt(page)).toMatchObject({ view: { gift: expect.stringMatching(/when the gift arrives/) } })
    test.clock.ms += 60_000
    await test.doDueWork()
    const shown = await shownAt(page)
    expect(shown).toMatchObject({
      view: { gift: expect.stringMatching(/^The message with your gift goes by SMS to .*67\.$/) },
    })
    expect(JSON.stringify(shown)).not.toContain('Tsiku')
  })

  it('says so when the message is not sent, since the number got enough', async () => {
    for (let count = 0; count < ratePolicies.gift_message.targetDay.hardLimit; count += 1) await give('Zikomo')
    test.clock.ms += 60_000
    await test.doDueWork()
    const page = await give('Zikomo')
    expect(await shownAt(page)).toMatchObject({
      view: { gift: expect.stringMatching(/^The message with your gift is not sent/) },
    })
    test.clock.ms += 60_000
    await test.doDueWork()
    expect(await shownAt(page)).toMatchObject({
      view: { customerStage: 'done', gift: expect.stringMatching(/^The message with your gift is not sent/) },
    })
  })

  it('says nothing where there is no message', async () => {
    expect(await shownAt(await give(''))).not.toHaveProperty('view.gift')
  })
})
