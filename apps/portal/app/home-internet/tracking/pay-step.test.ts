import { displayMoney, money } from '@nyanja/domain/money/money'
import type { TrackedLead } from '@nyanja/server/leads/tracking'
import type { Order } from '@nyanja/server/payments/orders'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testLines } from '../../../server/testing/test-app.ts'
import { endHomeOrder, homeOrder } from '../../../server/testing/test-home-order.ts'
import { hrefsAt, isPlacedOrder } from '../../order/order-page.ts'
import { payStep } from './pay-form.tsx'
import { trackedView } from './tracked-view.ts'

const url = new URL('http://localhost:3000/sw/hbb-lead-status?lead=T')
const minute = 60_000

let test: TestApp
let trackId: string
beforeEach(async () => {
  test = await createTestApp()
})
afterEach(() => test.close())

/** A feasible order, as its holder sees it. */
async function order(isSubmitted: boolean, prices: Parameters<typeof homeOrder>[1] = {}): Promise<TrackedLead> {
  trackId = await homeOrder(test, { isSubmitted, ...prices })
  const seen = await test.portal.tracking.byTrackId(trackId)
  if (seen === undefined) throw new Error('There is no order')
  return seen
}

const pay = (lead: TrackedLead, typed: string = testLines.prepaid) =>
  payStep(test.portal, url, { trackId, lead, typed, requester: {} })

const orderAt = (step: Awaited<ReturnType<typeof pay>>) =>
  test.portal.orders.order(new URL('to' in step ? step.to : '', url).searchParams.get('order') ?? '')

/** A payer was prompted, and has not answered. */
async function begunPayment(lead: TrackedLead): Promise<Order> {
  const opened = await orderAt(await pay(lead))
  if (opened === undefined) throw new Error('There is nothing to pay')
  await test.portal.payments.pay(opened, { method: 'nyanja_money', payerMsisdn: testLines.prepaid })
  return opened
}

const here = `/sw/hbb-lead-status?lead=`

describe('a visitor who follows an order for internet at home', () => {
  it("pays it with its number, and returns to it in the visitor's language", async () => {
    const step = await pay(await order(true))
    expect(step).toMatchObject({ to: expect.stringMatching(/^\/sw\/payment\/start\?order=/) })
    const opened = await orderAt(step)
    expect(opened).toMatchObject({ language: 'sw', msisdn: testLines.prepaid, choice: { kind: 'plan' } })
    expect(opened && hrefsAt(url).choiceOf(opened)).toBe(`${here}${trackId}&order=${opened?.id}`)
  })

  it.each([
    ['as it is sold today', {}],
    ['as it was sold when it was ordered', { price: money('MWK', 5_500_000), fee: money('MWK', 1_000_000) }],
  ])('sees there the amount of the next page, with the fee, %s', async (_when, prices) => {
    const lead = await order(true, prices)
    const { facts } = await trackedView(test.portal, url, lead)
    const opened = await orderAt(await pay(lead))
    if (opened?.choice === undefined) throw new Error('There is nothing to pay')
    const shown = displayMoney(opened.choice.amount)
    expect(shown).not.toBe(displayMoney(lead.plan.amount))
    expect(facts.map(({ value }) => value)).toContain(shown)
  })

  it('pays nothing with the number of another customer', async () => {
    expect(await pay(await order(true), testLines.hybrid)).toEqual({ problem: 'number_differs' })
  })

  it('sees a payment that was begun and left, and may pay again', async () => {
    const lead = await order(true)
    expect((await trackedView(test.portal, url, lead)).pay).toMatchObject({ heading: 'Bado haijalipwa' })
    await begunPayment(lead)
    expect((await trackedView(test.portal, url, lead)).pay).toMatchObject({ heading: 'Malipo yameanza' })
    expect(await pay(lead)).toMatchObject({ to: expect.stringMatching(/^\/sw\/payment\/start\?order=/) })
  })

  it('pays only once, and sees what was paid', async () => {
    const lead = await order(true)
    const { choice } = await begunPayment(lead)
    test.clock.ms += minute
    await test.doDueWork()
    expect(await pay(lead)).toEqual({ to: `${here}${trackId}` })
    const { facts, pay: toPay } = await trackedView(test.portal, url, lead)
    expect(facts).toContainEqual({ term: 'Imelipwa', value: choice && displayMoney(choice.amount) })
    expect(toPay).toBeUndefined()
  })

  it('pays nothing for a cancelled order, even on a page that was opened before', async () => {
    const lead = await order(true)
    const opened = await orderAt(await pay(lead))
    await endHomeOrder(test, 'cancelled')
    expect(await pay(lead)).toEqual({ to: `${here}${trackId}` })
    if (opened === undefined) throw new Error('There was nothing to pay')
    const payer = { method: 'nyanja_money', payerMsisdn: testLines.prepaid } as const
    expect(await test.portal.payments.pay(opened, payer)).toEqual({ outcome: 'order_ended' })
  })

  it('pays nothing for it by a link that another customer got', async () => {
    const opened = await orderAt(await pay(await order(true)))
    if (opened === undefined || !isPlacedOrder(opened)) throw new Error('There is nothing to pay')
    const { token } = await test.portal.payLinks.make(opened)
    expect((await test.portal.payLinks.open(token)).outcome).toBe('open')
    await endHomeOrder(test, 'cancelled')
    expect(await test.portal.payLinks.take(token, 'en')).toEqual({ outcome: 'ended' })
  })

  it('pays nothing before the operator has it', async () => {
    expect(await pay(await order(false))).toEqual({ to: `${here}${trackId}` })
  })
})
