import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browser } from '../core/fixture.ts'
import { openPaystack } from './fixture.ts'

let paystack: Awaited<ReturnType<typeof openPaystack>>
let page: string

beforeEach(async () => {
  paystack = await openPaystack()
  page = (await paystack.begin()).page
})
afterEach(() => paystack.close())

const { leadsTo, follow } = browser
const home = 'http://localhost:3000/orp/paystack?back=1&trxref=TXN-1&reference=TXN-1'
const act = (action: string, fields: Record<string, string> = {}, at = page) => browser.send(at, { action, ...fields })
const card = (number: string, cvv: string, expiry = '12/30') => act('card', { card: number, cvv, expiry })
const good = ['4084 0840 8408 4081', '408'] as const
const decide = async (atBank: string, decision: string) => follow(leadsTo(await browser.send(atBank, { decision })))
const shown = async (answer: Response) => (await fetch(new URL(leadsTo(answer), paystack.url))).text()
const status = () => paystack.statusOf()

describe('the checkout', () => {
  it('shows the purchase, needs no script and loads nothing external', async () => {
    const text = await (await fetch(page)).text()
    for (const message of ['NGN 1,000.00', 'Airtime recharge', '4084 0840 8408 4081', '+254710000000', 'Simulated']) {
      expect(text).toContain(message)
    }
    expect(text).not.toMatch(/<script|src=|<link rel="stylesheet"/)
  })

  it('offers only the requested channels', async () => {
    const { page: cards } = await paystack.begin({ reference: 'TXN-2', channels: ['card', 'ussd'] })
    const text = await (await fetch(cards)).text()
    expect(text).toContain('Test cards')
    expect(text).not.toMatch(/Mobile money|Bank transfer/)
  })

  it('leads through the bank, on another origin, back to the merchant', async () => {
    const toBank = await card(...good)
    expect(leadsTo(toBank)).toMatch(new RegExp(`^${paystack.bankUrl}/acs/challenge/`))
    expect(await (await fetch(leadsTo(toBank))).text()).toMatch(/NGN 1,000\.00/)
    expect((await decide(leadsTo(toBank), 'approve')).status).toBe(303)
    expect(await status()).toBe('success')
  })

  it('captures once however often the visitor returns', async () => {
    const toBank = await card(...good)
    const fromBank = leadsTo(await browser.send(leadsTo(toBank), { decision: 'approve' }))
    expect([leadsTo(await follow(fromBank)), leadsTo(await follow(fromBank))]).toEqual([home, home])
    expect(paystack.captures()).toHaveLength(1)
    const text = await (await fetch(page)).text()
    expect(text).toContain('This payment is done')
    expect(await (await act('phone', { phone: '0551234987' })).text()).toContain('This payment is done')
    expect((await paystack.reported()).map(({ event }) => event)).toEqual(['charge.success'])
  })

  it('trusts the bank and not the return address', async () => {
    const atBank = leadsTo(await card(...good))
    const challenge = atBank.split('/').at(-1)
    await follow(`${page.replace('/checkout/', '/checkout-return/')}?challenge=${challenge}`)
    expect(paystack.captures()).toEqual([])
  })

  it('requires the PIN for one card, and also a code for another', async () => {
    expect(await shown(await card('507850785078507812', '081'))).toContain('Enter your card PIN')
    expect(leadsTo(await act('pin', { pin: '1111' }))).toBe(home)

    const { page: second } = await paystack.begin({ reference: 'TXN-2' })
    await act('card', { card: '5060666666666666666', cvv: '123', expiry: '12/30' }, second)
    expect(await shown(await act('pin', { pin: '1234' }, second))).toContain('Enter the code from your bank')
    expect(await paystack.statusOf('TXN-2')).not.toBe('success')
    await act('otp', { otp: '123456' }, second)
    expect(await paystack.statusOf('TXN-2')).toBe('success')
  })

  it('accepts no code before the PIN, and no PIN for another card', async () => {
    await card('5060666666666666666', '123')
    await act('otp', { otp: '123456' })
    expect(paystack.captures()).toEqual([])
    await act('pin', { pin: '1111' })
    expect(await status()).toBe('failed')
  })

  it.each([
    ['4084080000005408', '001', 'Declined'],
    ['4084080000670037', '787', 'Insufficient Funds'],
  ])('declines %s and allows another card', async (number, cvv, message) => {
    expect(await shown(await card(number, cvv))).toContain(message)
    expect((await paystack.verify()).json.data).toMatchObject({ status: 'failed', gateway_response: message })
    await decide(leadsTo(await card(...good)), 'approve')
    expect(await status()).toBe('success')
  })

  it('declines what the cardholder refuses at the bank', async () => {
    const back = await decide(leadsTo(await card(...good)), 'refuse')
    expect(await shown(back)).toContain('Declined by the bank')
    expect(await status()).toBe('failed')
  })

  it.each([
    ['an unknown card', '4242424242424242', '408', '12/30'],
    ['a wrong code', '4084084084084081', '999', '12/30'],
    ['a past month', '4084084084084081', '408', '10/26'],
    ['no month', '4084084084084081', '408', '13/30'],
  ])('refuses %s and stores no digit of it', async (_title, number, cvv, expiry) => {
    const answer = await card(number, cvv, expiry)
    expect(answer.status).toBe(422)
    expect(await answer.text()).not.toMatch(/4242|999/)
    expect(await status()).toBe('abandoned')
  })

  it('accepts a card to the end of its month', async () => {
    expect((await card(...good, '11/26')).status).toBe(303)
  })

  it.each(['+254 710 000 000', '055 123 4987'])('accepts the wallet %s without a PIN', async (phone) => {
    expect(leadsTo(await act('phone', { phone }))).toBe(home)
    expect((await paystack.verify()).json.data).toMatchObject({ status: 'success', channel: 'mobile_money' })
  })

  it('refuses other wallets, and channels that it does not offer', async () => {
    expect((await act('phone', { phone: '0999000001' })).status).toBe(422)
    expect((await act('toString')).status).toBe(422)
    expect(await status()).toBe('abandoned')
  })

  it('waits for a transfer, which arrives automatically', async () => {
    expect(leadsTo(await act('transfer'))).toBe(home)
    expect((await paystack.verify()).json.data).toMatchObject({ status: 'success', channel: 'bank_transfer' })
  })

  it('returns to the merchant on cancel, without parameters, and stays open', async () => {
    expect(leadsTo(await act('cancel'))).toBe('http://localhost:3000/orp/paystack?txref=TXN-1&status=CANCELLED')
    expect(await status()).toBe('abandoned')
    await decide(leadsTo(await card(...good)), 'approve')
    expect(await status()).toBe('success')
  })

  it('does not redirect when the merchant gave no return address', async () => {
    const bare = {
      reference: 'TXN-2',
      callback_url: undefined,
      metadata: JSON.stringify({ cancel_action: 'javascript:1' }),
    }
    const { page: lost } = await paystack.begin(bare)
    expect(await (await act('cancel', {}, lost)).text()).toContain('You have cancelled this payment')
    expect(await shown(await act('phone', { phone: '0551234987' }, lost))).toContain('This payment is done')
  })

  it('refuses unknown payments', async () => {
    expect((await fetch(`${paystack.url}/paystack/checkout/x`)).status).toBe(404)
    expect((await act('cancel', {}, `${paystack.url}/paystack/checkout/x`)).status).toBe(404)
    expect((await fetch(`${paystack.url}/paystack/checkout-return/x?challenge=y`)).status).toBe(404)
  })
})
