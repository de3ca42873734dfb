import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHandInStore } from '../../server/db/leads/hand-in-store.ts'
import { applied } from '../../server/db/leads/test-leads.ts'
import { newId } from '../../server/ids.ts'
import type { TrackedLead } from '../../server/leads/tracking.ts'
import { createTestApp, type TestApp, testLines } from '../../server/test-app.ts'
import { homeBundle } from '../../server/test-bundles.ts'
import { hrefsAt } from '../payment/order-page.ts'
import { payStep } from './pay-step.ts'

const url = new URL('http://localhost:3000/sw/hbb-lead-status?lead=T')
const minute = 60_000

let test: TestApp
let trackId: string
beforeEach(async () => {
  test = await createTestApp()
  trackId = newId()
})
afterEach(() => test.close())

/** An order that can be served, as its holder sees it. */
async function order(isHandedIn: boolean): Promise<TrackedLead> {
  const { clock } = test
  const store = createHandInStore(test.database, () => clock.ms)
  const plan = { code: homeBundle.productCode, description: homeBundle.name, amount: homeBundle.price }
  const lead = { ...applied({ msisdn: testLines.prepaid, plan }), reference: 'HB-7K4P-29XD', trackId }
  const begun = await store.begin({ ...lead, createdAt: clock.ms }, 1000)
  const judged = await store.judged(begun.lead, 'feasible')
  const handing = judged && isHandedIn ? await store.handingOver(judged) : undefined
  const news = { stage: 'received', at: clock.ms } as const
  if (handing) await store.handedIn(handing, { bssReference: 'LD-1', news }, clock.ms)
  const seen = await test.portal.tracking.byTrackId(trackId)
  if (seen === undefined) throw new Error('There is no order')
  return seen
}

const pay = (lead: TrackedLead, typed: string = testLines.prepaid) =>
  payStep(test.portal, url, { trackId, lead, typed, asking: {} })

const orderAt = (step: Awaited<ReturnType<typeof pay>>) =>
  test.portal.orders.order(new URL('to' in step ? step.to : '', url).searchParams.get('order') ?? '')

const here = `/sw/hbb-lead-status?lead=`

describe('whoever follows an order for internet at home', () => {
  it('pays it with its number, and is led back to it in his language', async () => {
    const step = await pay(await order(true))
    expect(step).toMatchObject({ to: expect.stringMatching(/^\/sw\/payment\/start\?order=/) })
    const opened = await orderAt(step)
    expect(opened).toMatchObject({ language: 'sw', msisdn: testLines.prepaid, choice: { kind: 'plan' } })
    expect(opened && hrefsAt(url).choiceOf(opened)).toBe(`${here}${trackId}&order=${opened?.id}`)
  })

  it('pays nothing with the number of somebody else', async () => {
    expect(await pay(await order(true), testLines.hybrid)).toEqual({ problem: 'number_differs' })
  })

  it('pays no second time', async () => {
    const lead = await order(true)
    const opened = await orderAt(await pay(lead))
    if (opened === undefined) throw new Error('There is nothing to pay')
    await test.portal.payments.pay(opened, { method: 'nyanja_money', payerMsisdn: testLines.prepaid })
    test.clock.ms += minute
    await test.doDueWork()
    expect(await pay(lead)).toEqual({ to: `${here}${trackId}` })
  })

  it('pays nothing before the operator has it', async () => {
    expect(await pay(await order(false))).toEqual({ to: `${here}${trackId}` })
  })
})
