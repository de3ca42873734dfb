import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOperationStores } from '../../server/db/operations/stores.ts'
import { Reviews } from '../../server/operations/reviews.ts'
import { createTestApp, type TestApp, testLines } from '../../server/test-app.ts'
import { endHomeOrder, homeOrder, homeReference } from '../../server/test-home-order.ts'
import { trackedView } from './tracked-view.ts'

const minute = 60_000

let test: TestApp
let trackId: string
beforeEach(async () => {
  test = await createTestApp()
  trackId = await homeOrder(test)
})
afterEach(() => test.close())

/** The reference of the payment. */
async function begun(): Promise<string> {
  const { plans, payments } = test.portal
  const whose = { channel: 'web', language: 'en', msisdn: testLines.prepaid, redirectPage: '/hbb-lead-status' }
  const opened = await plans.open({ leadReference: homeReference }, whose)
  if (opened.outcome !== 'order') throw new Error(opened.outcome)
  const paid = await payments.pay(opened.order, { method: 'nyanja_money', payerMsisdn: testLines.hybrid })
  if (!('attempt' in paid)) throw new Error(paid.outcome)
  return paid.attempt.reference
}

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

const said = async (language?: 'sw/') => {
  const { money } = await seen(language)
  return money && `${money.heading} ${money.text}`.replaceAll('\u00a0', ' ')
}

describe('money for internet at home that nobody will bring', () => {
  it('is looked at, then goes back, and is back', async () => {
    const reference = await begun()
    await work()
    expect(await said()).toBeUndefined()
    await endHomeOrder(test, 'refused')
    expect(await said()).toBe(
      'MWK 80,000 was paid for this order. We are looking at it now. What goes back goes to whoever paid, who gets an SMS. A question? Call 300.',
    )
    expect(await said('sw/')).toContain('MWK 80,000 zililipwa kwa ombi hili. Tunaangalia')
    await decided(reference, 'refund')
    expect(await said()).toMatch(
      /^MWK 80,000 was paid for this order\. It goes back to whoever paid, by .+\. You do not have to ask\.$/,
    )
    await work()
    expect(await said()).toMatch(/^MWK 80,000 was paid for this order\. It went back to whoever paid: [\d:]+\.$/)
  })

  it('is settled where a person has said so', async () => {
    const reference = await begun()
    await work()
    await endHomeOrder(test, 'cancelled')
    await decided(reference, 'closed')
    expect(await said()).toContain('Our staff have settled this.')
  })

  it('goes back by itself when it comes after the end', async () => {
    await begun()
    await endHomeOrder(test, 'cancelled')
    expect(await said()).toBeUndefined()
    await work()
    expect(await said()).toMatch(/It (goes|went) back to whoever paid/)
  })

  it('says nothing of who paid, or how, and opens no payment', async () => {
    const reference = await begun()
    await work()
    await endHomeOrder(test, 'cancelled')
    const shown = JSON.stringify(await seen())
    for (const secret of [reference, testLines.hybrid, '/payment/']) expect(shown).not.toContain(secret)
  })

  it('is nothing where nobody has paid', async () => {
    await endHomeOrder(test, 'cancelled')
    expect(await said()).toBeUndefined()
  })
})
