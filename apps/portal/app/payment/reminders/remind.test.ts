import { day, hour, minute } from '@nyanja/domain/time'
import { turnToken } from '@nyanja/server/payments/reminders/reminder'
import { createReminderWork } from '@nyanja/server/wiring/reminder-wiring'
import { createStaticHandler, type RouteObject, RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, orderAirtime, type TestApp, testLines } from '../../../server/testing/test-app.ts'
import { isPlacedOrder } from '../../order/order-page.ts'
import { clientIpContext, portalContext } from '../../portal-context.ts'
import { loader as loadStatus, action as postStatus } from '../status.tsx'
import { loader as loadRemind, action as postRemind } from './remind.tsx'

let test: TestApp
beforeEach(async () => {
  test = await createTestApp()
})
afterEach(() => test.close())

/** The types of a route's functions name the parameters of its address, which the handler does not know. */
const route = (path: string, loader: unknown, action: unknown) => ({ path, loader, action }) as RouteObject

const routes = [
  route('/:language?/payment/status', loadStatus, postStatus),
  route('/:language?/remind/:token', loadRemind, postRemind),
]

async function ask(address: string, fields?: Readonly<Record<string, string>>) {
  const requestContext = new RouterContextProvider()
  requestContext.set(portalContext, test.portal)
  requestContext.set(clientIpContext, '192.0.2.1')
  const body = fields && new URLSearchParams(fields)
  const init = body === undefined ? {} : { method: 'POST', body }
  return createStaticHandler(routes).query(new Request(`http://localhost:3000${address}`, init), { requestContext })
}

type Shown = Readonly<Record<string, unknown>>

async function shownAt(address: string): Promise<Shown> {
  const answer = await ask(address)
  if (answer instanceof Response) throw new Error(`${answer.status} ${answer.headers.get('location')}`)
  return Object.values(answer.loaderData)[0] as Shown
}

async function leadsTo(address: string, fields?: Readonly<Record<string, string>>): Promise<string> {
  const answer = await ask(address, fields)
  return (answer instanceof Response && answer.headers.get('location')) || ''
}

/** Buys airtime by a push payment, with all work that is due done; returns the address of its receipt. */
async function receiptOfPayment(): Promise<string> {
  const order = await orderAirtime(test.portal)
  if (!isPlacedOrder(order)) throw new Error('The order has no choice')
  const payer = { method: 'nyanja_money', gateway: 'open-api-money', payerMsisdn: testLines.prepaid } as const
  await test.portal.payments.pay(order, payer)
  test.clock.ms += minute
  await test.doDueWork()
  const { attempt } = await test.portal.progress.pageOf(order, 'status')
  return `/payment/status?id=${attempt?.id}&order=${order.id}`
}

const idIn = (address: string) => new URL(address, 'http://localhost').searchParams.get('id') ?? ''

async function reminderOf(receipt: string) {
  const found = await test.portal.reminders.of(await test.portal.progress.payment(idIn(receipt)))
  if (found === undefined) throw new Error('No reminder')
  return found
}

async function work() {
  const { portal, stores, clock } = test
  const { queue } = createReminderWork({ ...portal, stores, useCases: () => portal, now: () => clock.ms })
  for (const job of await queue.claim(10)) await job()
}

describe('a reminder that a customer asks for on the receipt', () => {
  it('is offered to the holder of the order alone, with the masked number', async () => {
    const receipt = await receiptOfPayment()
    const { remind } = await shownAt(receipt)
    expect(remind).toMatchObject({ state: 'offered', how: expect.stringMatching(/\+265\s99\s•••\s••67 is asked/) })
    expect(await shownAt(`/payment/status?id=${idIn(receipt)}`)).not.toHaveProperty('remind')
  })

  it('begins with the words that were shown, is ended by one press, and can be asked for again', async () => {
    const receipt = await receiptOfPayment()
    expect(await leadsTo(receipt, { remind: 'weekly' })).toBe(`${receipt}#remind`)
    const { consent, consentedAt, id } = await reminderOf(receipt)
    expect(consent).toMatch(/^Every week, first on Fri\s27\sNov.*approve MWK\s500.*half a year\.$/)
    expect(consentedAt).toBe(test.clock.ms)
    expect((await shownAt(receipt)).remind).toMatchObject({ state: 'asked', text: consent })
    await leadsTo(receipt, { remind: 'stop' })
    expect((await shownAt(receipt)).remind).toMatchObject({ state: 'offered' })
    await leadsTo(receipt, { remind: 'monthly' })
    expect((await reminderOf(receipt)).id).not.toBe(id)
  })

  it('does not begin by a rule that is not offered, by a receipt without its order, or after an hour', async () => {
    const receipt = await receiptOfPayment()
    await leadsTo(receipt, { remind: 'before_end' })
    await leadsTo(receipt, { remind: 'nonsense' })
    await leadsTo(`/payment/status?id=${idIn(receipt)}`, { remind: 'weekly' })
    test.clock.ms += 2 * hour
    await leadsTo(receipt, { remind: 'weekly' })
    await expect(reminderOf(receipt)).rejects.toThrow('No reminder')
  })
})

describe('the link of a reminder', () => {
  async function remindedLink() {
    const receipt = await receiptOfPayment()
    await leadsTo(receipt, { remind: 'weekly' })
    const reminder = await reminderOf(receipt)
    return { receipt, reminder, link: `/remind/${turnToken(reminder)}` }
  }

  it('opens the purchase ready to pay, without a number, and buys once', async () => {
    const { link } = await remindedLink()
    const shown = await shownAt(link)
    expect(JSON.stringify(shown)).not.toMatch(/991234567|99 123 4567/)
    expect(shown.view).toMatchObject({ seen: 50_000, button: expect.stringMatching(/^Pay MWK\s500$/) })
    const press = { press: link.replace('/remind/', ''), seen: '50000', pay: 'same' }
    const bought = await leadsTo(link, press)
    expect(bought).toMatch(/^\/payment\/status\?id=/)
    expect(await leadsTo(link, press)).toBe(bought)
    expect(await leadsTo(link)).toBe(bought)
  })

  it('buys once more when what it ordered ended unpaid', async () => {
    const { link } = await remindedLink()
    const token = link.replace('/remind/', '')
    const payment = await test.portal.progress.payment((await test.portal.reminders.opened(token))?.attemptId ?? '')
    const seen = payment.order.choice.amount
    const taken = await test.portal.repurchases.take(payment, { token, seen, language: 'en' })
    expect(taken.outcome).toBe('order')
    expect(await leadsTo(link)).toMatch(/^\/payment\/start\?order=/)
    test.clock.ms += 2 * hour
    const { view } = await shownAt(link)
    expect(view).toMatchObject({ seen: 50_000, press: expect.not.stringContaining(token) })
  })

  it('ends the reminder by one press, and then says so; a wrong link says the same', async () => {
    const { link, reminder } = await remindedLink()
    await leadsTo(link, { remind: 'stop' })
    expect(await shownAt(link)).toMatchObject({ notice: { title: 'No more reminders' } })
    expect(await shownAt('/remind/XYZ')).toMatchObject({ notice: { title: 'No more reminders' } })
    test.clock.ms += 8 * day
    await work()
    expect((await test.stores.reminders.find(reminder.id))?.turn).toBe(1)
  })

  it('is not needed where the wallet is asked on the day, for the same once more', async () => {
    const { reminder } = await remindedLink()
    test.clock.ms += 7 * day
    await work()
    test.clock.ms += minute
    await test.doDueWork()
    const found = await test.portal.repurchases.pressed(turnToken(reminder))
    if (found?.outcome !== 'order') throw new Error('Nothing was ordered')
    const { attempt } = await test.portal.progress.pageOf(found.order, 'status')
    expect(attempt).toMatchObject({ state: 'captured', payerMsisdn: testLines.prepaid })
    expect((await test.stores.reminders.find(reminder.id))?.turn).toBe(2)
  })
})
