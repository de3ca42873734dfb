import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browser } from '../core/fixture.ts'
import { openPaychangu } from './fixture.ts'
import { signatureOf } from './simulator.ts'

const { send, follow, leadsTo, payAtBank } = browser
const home = 'http://localhost:3000/orp/paychangu?tx_ref=TXN-1'

let paychangu: Awaited<ReturnType<typeof openPaychangu>>
let page: string

beforeEach(async () => {
  paychangu = await openPaychangu()
  page = (await paychangu.begin()).json.data.checkout_url
})
afterEach(() => paychangu.close())

const status = async () => (await paychangu.verify()).json.data.status

describe('the hosted page', () => {
  it('shows the purchase, needs no script and loads nothing external', async () => {
    const text = await (await fetch(page)).text()
    expect(text).toMatch(/PayChangu[\s\S]*Simulated card page[\s\S]*Airtime recharge[\s\S]*MWK 1,000\.00/)
    expect(text).not.toMatch(/<script|src=|<link rel="stylesheet"/)
  })

  it('leads through the bank, on another origin, back to the merchant', async () => {
    const toBank = leadsTo(await send(page, { card: '4111 1111 1111 1111' }))
    expect(toBank).toMatch(new RegExp(`^${paychangu.bankUrl}/acs/challenge/`))
    const fromBank = leadsTo(await send(toBank, { decision: 'approve' }))
    expect(fromBank).toMatch(new RegExp(`^${page}/acs-return\\?challenge=`))
    expect(await status()).toBe('pending')
    expect(leadsTo(await follow(fromBank))).toBe(home)
    expect(leadsTo(await follow(fromBank))).toBe(home)
    expect((await paychangu.verify()).json.data).toMatchObject({
      status: 'success',
      authorization: { channel: 'Card', card_number: '******1111', brand: 'VISA' },
    })
    expect(paychangu.captures()).toHaveLength(1)
    expect(await (await fetch(page)).text()).toContain('This payment is done')
  })

  it('trusts the bank and not the return address', async () => {
    const atBank = leadsTo(await send(page, { card: '4111111111111111' }))
    const challenge = atBank.split('/').at(-1)
    expect(leadsTo(await follow(`${page}/acs-return?challenge=${challenge}`))).toBe(new URL(page).pathname)
    expect(await status()).toBe('pending')
  })

  it.each([
    ['4000000000000002', 'approve'],
    ['4111111111111111', 'refuse'],
  ])('allows another card after %s and %s', async (card, decision) => {
    if (decision === 'refuse') await payAtBank(page, { card, decision })
    else await send(page, { card })
    expect(await status()).toBe('failed')
    expect(await (await fetch(page)).text()).toContain('Transaction declined')
    expect(await payAtBank(page)).toBe(home)
    expect((await paychangu.verify()).json.data).toMatchObject({ status: 'success', number_of_attempts: 2 })
  })

  it('accepts test cards only and stores no digit of another', async () => {
    const answer = await send(page, { card: '4242424242424242' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).not.toContain('4242')
  })

  it('returns to the merchant on cancel as after a failure, and stays open', async () => {
    expect(leadsTo(await send(page, { action: 'cancel' }))).toBe(`${home}&status=failed`)
    expect(await status()).toBe('failed')
    await payAtBank(page)
    expect(await status()).toBe('success')
  })

  it('refuses unknown payments', async () => {
    expect((await fetch(`${paychangu.url}/paychangu/checkout/1`)).status).toBe(404)
  })
})

describe('the webhook', () => {
  it('reports each end, signed over its bytes', async () => {
    await send(page, { card: '4000000000000002' })
    await payAtBank(page)
    await paychangu.world.callbacks.idle()
    expect(paychangu.received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { event_type: 'checkout.payment', tx_ref: 'TXN-1', status: 'failed' },
      { event_type: 'checkout.payment', tx_ref: 'TXN-1', status: 'success', amount: 1000 },
    ])
    for (const { body, headers } of paychangu.received) {
      expect(headers.signature).toBe(createHmac('sha256', 'whsec_vector').update(body).digest('hex'))
    }
  })

  it('is signed like the published example', () => {
    const body = '{"event_type":"checkout.payment","tx_ref":"TXN-1","amount":1000,"currency":"MWK","status":"success"}'
    const signature = '1084927f3f5b313fd810764e2bca0324e08b85c05d914c14e046a1c9f046c8e5'
    expect(signatureOf(body, 'whsec_vector')).toBe(signature)
  })

  it('can be signed wrongly', async () => {
    paychangu.world.faults.add({ provider: 'paychangu', kind: 'callback_mis_sign' })
    await payAtBank(page)
    await paychangu.world.callbacks.idle()
    const [{ body, headers } = { body: '', headers: {} }] = paychangu.received
    expect(headers.signature).not.toBe(signatureOf(body, 'whsec_vector'))
  })
})

it('survives a restart', async () => {
  await payAtBank(page)
  const records = paychangu.simulator.records()
  const memory: unknown = JSON.parse(JSON.stringify(paychangu.simulator.snapshot()))
  paychangu.simulator.reset()
  expect(paychangu.captures()).toEqual([])
  paychangu.simulator.restore(memory)
  expect(paychangu.simulator.records()).toEqual(records)
  expect(await status()).toBe('success')
})
