import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDpo, order } from './fixture.ts'

let dpo: Awaited<ReturnType<typeof openDpo>>
let token: string
let pageUrl: string

beforeEach(async () => {
  dpo = await openDpo()
  token = (await dpo.notify('createToken', order())).TransToken ?? ''
  pageUrl = `${dpo.url}/dpo/payv2.php?ID=${token}`
})
afterEach(() => dpo.close())

const send = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const leadsTo = (answer: Response): string => answer.headers.get('location') ?? ''
const follow = (url: string) => fetch(url, { redirect: 'manual' })
const result = async () => (await dpo.notify('verifyToken', '<CompanyRef>TXN-1</CompanyRef>')).Result

async function payAtBank(card: string, decision: string): Promise<Response> {
  const atBank = leadsTo(await send(pageUrl, { card }))
  return follow(leadsTo(await send(atBank, { decision })))
}

describe('the hosted page', () => {
  it('shows the purchase, needs no script and loads nothing external', async () => {
    const page = await (await fetch(pageUrl)).text()
    expect(page).toContain('MWK 1,000.00')
    expect(page).toContain('Airtime recharge')
    expect(page).toContain('4111 1111 1111 1111')
    expect(page).toContain('Simulated card page')
    expect(page).not.toMatch(/<script|src=|<link rel="stylesheet"/)
  })

  it('leads through the bank, on another origin, back to the merchant', async () => {
    const toBank = await send(pageUrl, { card: '4111 1111 1111 1111' })
    expect(toBank.status).toBe(303)
    expect(leadsTo(toBank)).toMatch(new RegExp(`^${dpo.bankUrl}/acs/challenge/`))
    expect(new URL(dpo.bankUrl).origin).not.toBe(new URL(dpo.url).origin)
    expect(await (await fetch(leadsTo(toBank))).text()).toMatch(/MWK 1,000\.00[\s\S]*Approve[\s\S]*Refuse/)

    const fromBank = await send(leadsTo(toBank), { decision: 'approve' })
    expect(leadsTo(fromBank)).toMatch(new RegExp(`^${dpo.url}/dpo/acs-return`))
    expect(await result()).toBe('900')
    const home = new URL(leadsTo(await follow(leadsTo(fromBank))))
    expect(home.origin + home.pathname).toBe('http://localhost:3000/orp/dpo')
    expect([...home.searchParams.keys()]).toEqual(['TransID', 'CCDapproval', 'PnrID', 'TransactionToken', 'CompanyRef'])
    expect(home.searchParams.get('CompanyRef')).toBe('TXN-1')
    expect(await result()).toBe('000')
  })

  it('allows three codes of the bank, and captures nothing after three wrong ones', async () => {
    const atBank = leadsTo(await send(pageUrl, { card: '4111111111111111' }))
    const type = (code: string) => send(atBank, { decision: 'approve', code })
    expect(await (await type('000000')).text()).toContain('That code is wrong. Tries left: 2')
    expect(await (await type('111111')).text()).toContain('That code is wrong. Tries left: 1')
    await follow(leadsTo(await type('222222')))
    await follow(leadsTo(await type('123456')))
    expect(await result()).toBe('901')
    expect(await (await fetch(pageUrl)).text()).toContain('Refused at the bank')
  })

  it('accepts a correct code of the bank after a wrong one', async () => {
    const atBank = leadsTo(await send(pageUrl, { card: '4111111111111111' }))
    await send(atBank, { decision: 'approve', code: '000000' })
    await follow(leadsTo(await send(atBank, { decision: 'approve', code: '123456' })))
    expect(await result()).toBe('000')
  })

  it('captures once however often the visitor returns', async () => {
    const atBank = leadsTo(await send(pageUrl, { card: '5436886269848367' }))
    const home = leadsTo(await send(atBank, { decision: 'approve' }))
    const [first, second] = [leadsTo(await follow(home)), leadsTo(await follow(home))]
    expect(second).toBe(first)
    expect(dpo.simulator.records().captures).toMatchObject([
      { reference: 'TXN-1', amountMinor: 100_000, currency: 'MWK' },
    ])
    expect(await (await fetch(pageUrl)).text()).toContain('This payment is done')
  })

  it('trusts the bank and not the return address', async () => {
    const atBank = leadsTo(await send(pageUrl, { card: '4111111111111111' }))
    const challenge = atBank.split('/').at(-1)
    expect(leadsTo(await follow(`${dpo.url}/dpo/acs-return?ID=${token}&challenge=${challenge}`))).toContain('payv2.php')
    expect(await result()).toBe('900')
  })

  it.each([
    ['4000000000000002', 'Transaction declined'],
    ['4000000000009995', 'Insufficient funds'],
  ])('declines %s and allows another card', async (card, message) => {
    const repeated = await send(pageUrl, { card })
    expect(repeated.status).toBe(303)
    expect(await result()).toBe('901')
    expect(await (await fetch(new URL(leadsTo(repeated), dpo.url))).text()).toContain(message)
    await payAtBank('4111111111111111', 'approve')
    expect(await result()).toBe('000')
  })

  it('declines what the cardholder refuses at the bank', async () => {
    expect(leadsTo(await payAtBank('4111111111111111', 'refuse'))).toContain('/dpo/payv2.php')
    expect(await result()).toBe('901')
  })

  it('accepts test cards only and stores no digit of another', async () => {
    const answer = await send(pageUrl, { card: '4242424242424242' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).not.toContain('4242')
    expect(await result()).toBe('900')
  })

  it('returns to the merchant on cancel and stays open', async () => {
    const back = leadsTo(await send(pageUrl, { action: 'cancel' }))
    expect(back).toBe(`http://localhost:3000/orp/dpo?status=CANCELLED&TransactionToken=${token}&CompanyRef=TXN-1`)
    expect(await result()).toBe('900')
    await payAtBank('4111111111111111', 'approve')
    expect(await result()).toBe('000')
  })

  it('accepts no payment after the time limit or for a cancelled token', async () => {
    const atBank = leadsTo(await send(pageUrl, { card: '4111111111111111' }))
    await dpo.notify('cancelToken', `<TransactionToken>${token}</TransactionToken>`)
    await follow(leadsTo(await send(atBank, { decision: 'approve' })))
    expect(dpo.simulator.records().captures).toEqual([])
    expect(await (await fetch(pageUrl)).text()).toContain('This payment was cancelled')
  })

  it('refuses unknown payments', async () => {
    expect((await fetch(`${dpo.url}/dpo/payv2.php?ID=X`)).status).toBe(404)
  })
})

describe('a DPO payment after its end', () => {
  it('is posted at each change until the merchant answers OK', async () => {
    await send(pageUrl, { card: '4000000000000002' })
    await payAtBank('4111111111111111', 'approve')
    await dpo.world.callbacks.idle()
    expect(dpo.received).toHaveLength(2)
    expect(dpo.received[1]?.body).toMatch(/<Result>000<[\s\S]*<CompanyRef>TXN-1</)
  })

  it('stays captured when it was paid late, and can be reversed', async () => {
    dpo.pass(3_600_000)
    expect(await result()).toBe('903')
    expect((await dpo.pay('TXN-1', 'paid')).statusCode).toBe(200)
    expect((await dpo.pay('TXN-1', 'declined')).statusCode).toBe(409)
    expect((await dpo.pay('TXN-1', 'reversed')).statusCode).toBe(200)
    expect(dpo.simulator.records().captures).toMatchObject([{ amountMinor: 100_000, refundedMinor: 100_000 }])
  })

  it('survives a restart', async () => {
    await dpo.pay('TXN-1', 'paid')
    const records = dpo.simulator.records()
    const memory: unknown = JSON.parse(JSON.stringify(dpo.simulator.snapshot()))
    dpo.simulator.reset()
    expect(dpo.simulator.records().captures).toEqual([])
    dpo.simulator.restore(memory)
    expect(dpo.simulator.records()).toEqual(records)
    expect(await result()).toBe('000')
  })
})
