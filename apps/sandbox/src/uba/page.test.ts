import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browser } from '../core/fixture.ts'
import { openUba } from './fixture.ts'

const { send, follow, leadsTo, payAtBank } = browser
const home = 'http://localhost:3000/api/portal-service/transaction/v1/pg-callback/status/ORP/uba'

let uba: Awaited<ReturnType<typeof openUba>>
let id: string
let page: string

beforeEach(async () => {
  uba = await openUba()
  id = (await uba.register()).trim()
  page = uba.url + leadsTo(await follow(`${uba.url}/uba/cipg-payportal/paytran?id=${id}`))
})
afterEach(() => uba.close())

describe('the hosted page', () => {
  it('shows the purchase', async () => {
    expect(await (await fetch(page)).text()).toMatch(
      /UBA U-Collect[\s\S]*Simulated card page[\s\S]*Airtime recharge[\s\S]*MWK 1,000\.00/,
    )
  })

  it('leads through the bank to the one address that the merchant has registered', async () => {
    const toBank = leadsTo(await send(page, { card: '4111 1111 1111 1111' }))
    expect(toBank).toMatch(new RegExp(`^${uba.bankUrl}/acs/challenge/`))
    const fromBank = leadsTo(await send(toBank, { decision: 'approve' }))
    expect(await uba.verify()).toContain('Pending')
    expect(leadsTo(await follow(fromBank))).toBe(`${home}?refNo=TXN-1&transactionId=${id}&status=Approved&bnk=Visa`)
    expect(await uba.verify()).toContain('Approved')
    expect(uba.captures()).toMatchObject([{ reference: 'TXN-1', providerReference: id, amountMinor: 100_000 }])
    expect(await (await fetch(page)).text()).toContain('This payment is done')
  })

  it('allows another card', async () => {
    await send(page, { card: '4000000000000002' })
    expect(await uba.verify()).toContain('Declined')
    expect(await payAtBank(page)).toContain('status=Approved')
    expect(uba.captures()).toHaveLength(1)
  })

  it('returns to the merchant on cancel, and stays open', async () => {
    expect(leadsTo(await send(page, { action: 'cancel' }))).toBe(
      `${home}?refNo=TXN-1&transactionId=${id}&status=Cancelled&bnk=`,
    )
    expect(await uba.verify()).toContain('Cancelled')
    await payAtBank(page)
    expect(await uba.verify()).toContain('Approved')
  })

  it('refuses unknown payments', async () => {
    expect((await fetch(`${uba.url}/uba/cipg-payportal/paytran?id=CIPG-1`)).status).toBe(404)
  })
})

it('gets a fault at one operation without the others', async () => {
  uba.world.faults.add({ provider: 'uba', operation: 'verify', kind: 'error_before' })
  expect(await uba.register({ referenceNumber: 'TXN-2' })).toMatch(/^CIPG-/)
  expect(await uba.verify()).toContain('internalError')
})

it('survives a restart', async () => {
  await payAtBank(page)
  const records = uba.simulator.records()
  const memory: unknown = JSON.parse(JSON.stringify(uba.simulator.snapshot()))
  uba.simulator.reset()
  expect(uba.captures()).toEqual([])
  uba.simulator.restore(memory)
  expect(uba.simulator.records()).toEqual(records)
  expect(await uba.verify()).toContain('Approved')
})
