import { createOperationStores } from '@nyanja/back-office/db/operations/stores'
import { Reviews } from '@nyanja/back-office/operations/reviews'
import type { Attempt } from '@nyanja/server/payments/attempt'
import type { Order } from '@nyanja/server/payments/orders'
import type { ProviderAttempt, RefundResult, VerificationResult } from '@nyanja/server/payments/payment-gateway'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, fakeGateway, type TestApp, testLines } from '../../../server/testing/test-app.ts'
import { endHomeOrder, homeOrder, homeReference } from '../../../server/testing/test-home-order.ts'
import { customerStageOf } from '../../order/customer-stage.ts'
import { findPayment } from '../../order/order-page.ts'
import { trackedView } from './tracked-view.ts'

const minute = 60_000
const hour = 60 * minute

let test: TestApp
let trackId: string
/** The wallet's report about a refund. */
let sentBack: RefundResult
/** The payment that it reports nothing about yet. */
let undecided: string | undefined
beforeEach(async () => {
  sentBack = 'refunded'
  undecided = undefined
  const wallet = {
    refund: async () => sentBack,
    verifyRefund: async () => sentBack,
    verify: async ({ id, amount }: ProviderAttempt): Promise<VerificationResult> =>
      id === undecided ? { state: 'pending' } : { state: 'captured', attemptId: id, amount },
  }
  test = await createTestApp({ push: fakeGateway('push', wallet) })
  trackId = await homeOrder(test)
})
afterEach(() => test.close())

const whose = { channel: 'web', language: 'en', msisdn: testLines.prepaid, redirectPage: '/hbb-lead-status' }

async function opened(): Promise<Order> {
  const opening = await test.portal.plans.open({ leadReference: homeReference }, whose)
  if (opening.outcome !== 'order') throw new Error(opening.outcome)
  return opening.order
}

async function paying(order: Order): Promise<Attempt> {
  const paid = await test.portal.payments.pay(order, { method: 'nyanja_money', payerMsisdn: testLines.hybrid })
  if (!('attempt' in paid)) throw new Error(paid.outcome)
  return paid.attempt
}

const begun = async () => (await paying(await opened())).reference

async function work(): Promise<void> {
  test.clock.ms += minute
  await test.doDueWork()
}

async function decided(reference: string, resolution: 'refund' | 'closed'): Promise<void> {
  const { reviews } = createOperationStores(test.database, () => test.clock.ms)
  await new Reviews({ store: reviews }).resolve(reference, { resolution, who: 'thoko', why: 'the BSS was asked' })
}

async function seen(language: '' | 'sw/' = '') {
  const lead = await test.portal.tracking.byTrackId(trackId)
  if (lead === undefined) throw new Error('There is no order')
  return trackedView(test.portal, new URL(`http://localhost:3000/${language}hbb-lead-status?lead=${trackId}`), lead)
}

const message = async (language?: 'sw/') => {
  const { money } = await seen(language)
  return money.map(({ heading, text }) => `${heading} ${text}`.replaceAll('\u00a0', ' '))
}

describe('a payment for internet at home that will not be installed', () => {
  it('is reviewed, then refunded', async () => {
    const reference = await begun()
    await work()
    expect(await message()).toEqual([])
    await endHomeOrder(test, 'refused')
    expect(await message()).toEqual([
      'MWK 80,000 was paid for this order. We are looking at it now. What goes back goes to whoever paid, who gets an SMS. A question? Call 300.',
    ])
    expect(await message('sw/')).toEqual([expect.stringContaining('MWK 80,000 zililipwa kwa ombi hili. Tunaangalia')])
    await decided(reference, 'refund')
    expect(await message()).toEqual([
      expect.stringMatching(
        /^MWK 80,000 was paid for this order\. It goes back to whoever paid, by .+\. You do not have to ask\.$/,
      ),
    ])
    await work()
    expect(await message()).toEqual([
      expect.stringMatching(/^MWK 80,000 was paid for this order\. It went back to whoever paid: [\d:]+\.$/),
    ])
  })

  it("is final after a person's decision", async () => {
    const reference = await begun()
    await work()
    await endHomeOrder(test, 'cancelled')
    await decided(reference, 'closed')
    expect(await message()).toEqual([expect.stringContaining('Our staff have settled this.')])
  })

  it('is refunded by itself when it arrives after the end', async () => {
    await begun()
    await endHomeOrder(test, 'cancelled')
    expect(await message()).toEqual([])
    await work()
    expect(await message()).toEqual([expect.stringMatching(/It (goes|went) back to whoever paid/)])
  })

  it('is promised back by a time only until then', async () => {
    const reference = await begun()
    await work()
    await endHomeOrder(test, 'refused')
    await decided(reference, 'refund')
    test.clock.ms += 24 * hour
    expect(await message()).toEqual([expect.stringContaining('You do not have to ask.')])
    test.clock.ms += 1
    expect(await message()).toEqual([
      'MWK 80,000 was paid for this order. It should have gone back to whoever paid by 14:01. It takes longer than we said, and we are sorry. Please call 300.',
    ])
  })

  it('is reported separately for each of two payments, with its time', async () => {
    const [one, other] = [await opened(), await opened()]
    const { reference: first } = await paying(one)
    test.clock.ms += 12 * minute
    undecided = (await paying(other)).id
    await work()
    undecided = undefined
    await work()
    await work()
    await endHomeOrder(test, 'refused')
    expect(await message()).toEqual([
      expect.stringMatching(/^MWK 80,000 was paid for this order: 14:13\. We are looking at it now\./),
      expect.stringMatching(/^MWK 80,000 was paid for this order: 14:14\. It went back to whoever paid: [\d:]+\.$/),
    ])
    sentBack = 'unknown'
    await decided(first, 'refund')
    expect(await message()).toEqual([
      expect.stringContaining('14:13. It goes back to whoever paid, by'),
      expect.stringContaining('14:14. It went back'),
    ])
    await work()
    test.clock.ms += 24 * hour
    await work()
    expect(await message()).toEqual([
      expect.stringContaining('14:13. It did not go back by itself. Our staff send it to whoever paid.'),
      expect.stringContaining('14:14. It went back'),
    ])
  })

  it('reveals nothing of the payer or the method, and links to no payment', async () => {
    const reference = await begun()
    await work()
    await endHomeOrder(test, 'cancelled')
    const shown = JSON.stringify(await seen())
    for (const secret of [reference, testLines.hybrid, '/payment/']) expect(shown).not.toContain(secret)
  })

  it('is not mentioned when there is none', async () => {
    await endHomeOrder(test, 'cancelled')
    expect(await message()).toEqual([])
  })

  it('is reported by the page of its payment too', async () => {
    const reference = await begun()
    await work()
    const customerStageNow = async () => {
      const row = await test.database.db.selectFrom('attempts').select('id').executeTakeFirstOrThrow()
      const payment = await findPayment(test.portal, row.id)
      return payment && customerStageOf(payment, test.clock.ms)
    }
    expect(await customerStageNow()).toBe('done')
    await endHomeOrder(test, 'cancelled')
    expect(await customerStageNow()).toBe('review')
    await decided(reference, 'refund')
    await work()
    expect(await customerStageNow()).toBe('refunded')
  })
})
