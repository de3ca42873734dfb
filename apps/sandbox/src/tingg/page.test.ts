import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browser } from '../core/fixture.ts'
import { openTingg } from './fixture.ts'

const { send, leadsTo, payAtBank } = browser

let tingg: Awaited<ReturnType<typeof openTingg>>
let page: string

beforeEach(async () => {
  tingg = await openTingg()
  page = (await tingg.raise()).json.results.long_url
})
afterEach(() => tingg.close())

const details = async () => (await tingg.query()).json.results
const namesIn = (url: string) => Object.fromEntries(new URL(url).searchParams)

describe('the hosted page', () => {
  it('leads through the bank back to the merchant, with both ids', async () => {
    expect(await (await fetch(page)).text()).toMatch(/Tingg[\s\S]*Airtime recharge[\s\S]*MWK 1,000\.00/)
    const home = await payAtBank(page)
    const { checkout_request_id } = await details()
    expect(home).toMatch(/^http:\/\/localhost:3000\/orp\/cellulant\?/)
    expect(namesIn(home)).toEqual({
      back: '1',
      merchant_transaction_id: 'TXN-1',
      checkout_request_id: String(checkout_request_id),
    })
    expect(tingg.captures()).toMatchObject([{ reference: 'TXN-1', amountMinor: 100_000, payer: '265991234567' }])
    expect(await (await fetch(page)).text()).toContain('This payment is done')
  })

  it('stays open after a failed attempt', async () => {
    await send(page, { card: '4000000000000002' })
    expect(await details()).toMatchObject({ request_status_code: 99, failed_payments: [{}] })
    await payAtBank(page)
    expect((await details()).amount_paid).toBe(1000)
  })

  it('returns to the merchant on cancel and stays open', async () => {
    expect(namesIn(leadsTo(await send(page, { action: 'cancel' })))).toMatchObject({
      status: 'CANCELLED',
      merchant_transaction_id: 'TXN-1',
    })
    expect((await details()).request_status_code).toBe(130)
  })

  it('accepts no payment after the due date, and returns to the failure address', async () => {
    const atBank = leadsTo(await send(page, { card: '4111111111111111' }))
    tingg.pass(30 * 60_000)
    const back = leadsTo(await send(atBank, { decision: 'approve' }))
    expect(namesIn(leadsTo(await fetch(back, { redirect: 'manual' })))).toMatchObject({ status: 'CANCELLED' })
    expect(tingg.captures()).toEqual([])
    expect(await (await fetch(page)).text()).toContain('The time for this payment has passed')
  })
})

it('survives a restart', async () => {
  await payAtBank(page)
  const records = tingg.simulator.records()
  const memory: unknown = JSON.parse(JSON.stringify(tingg.simulator.snapshot()))
  tingg.simulator.reset()
  expect(tingg.captures()).toEqual([])
  tingg.simulator.restore(memory)
  expect(tingg.simulator.records()).toEqual(records)
})
