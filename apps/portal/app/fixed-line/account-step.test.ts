import type { FixedLineAccount } from '@nyanja/server/subscriber/bills'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { type AccountRequest, accountStep } from './account-step.ts'

const account = 'PE1234567890'
const request: AccountRequest = {
  account: 'pe1234 567890',
  email: 'chisomo@example.com',
  language: 'en',
  requester: { clientIp: '203.0.113.7' },
}

let known: Omit<FixedLineAccount, 'account'> | 'silent'
let test: TestApp
beforeEach(async () => {
  known = { contactMsisdn: '999000001', email: 'accounts@traders.example' }
  test = await createTestApp({
    billSource: {
      accountOfLine: async () => undefined,
      openInvoices: async () => [],
      async fixedLineAccount(id) {
        if (known === 'silent') throw new Error('silent')
        return id === account ? { account, ...known } : undefined
      },
    },
  })
})
afterEach(() => test.close())

const step = (changes: Partial<AccountRequest> = {}) => accountStep(test.portal, { ...request, ...changes })

describe('an order for an account', () => {
  it('sends the receipt to the typed address', async () => {
    expect(await step()).toMatchObject({
      order: { account, msisdn: '999000001', email: 'chisomo@example.com', lineType: 'POSTPAID' },
    })
  })

  it('has no contact number when billing has none', async () => {
    known = {}
    expect(await step()).toMatchObject({ order: { msisdn: '' } })
  })

  it("of a company sends the receipt to billing's address, ignoring a typed one", async () => {
    for (const email of [undefined, 'mallory@example.com', ''])
      expect(await step({ flow: 'ENTERPRISE', email })).toMatchObject({
        order: { flow: 'ENTERPRISE', email: 'accounts@traders.example' },
      })
  })

  it.each([undefined, 'no address'])('of a company requires an address when billing has none: %j', async (email) => {
    known = { ...(email !== undefined && { email }) }
    expect(await step({ flow: 'ENTERPRISE', email: undefined })).toEqual({
      outcome: 'problems',
      problems: ['email_missing'],
    })
    expect(await step({ flow: 'ENTERPRISE', email: 'office' })).toMatchObject({ problems: ['invalid_email'] })
    expect(await step({ flow: 'ENTERPRISE' })).toMatchObject({ order: { email: 'chisomo@example.com' } })
  })
})

describe('no order', () => {
  it.each([
    [{ account: '1234567890' }, ['invalid_account']],
    [{ email: 'chisomo' }, ['invalid_email']],
    [{ email: undefined }, ['invalid_email']],
    [{ account: '', email: '' }, ['invalid_account', 'invalid_email']],
    [{ account: 'P0000000000' }, ['unknown_account']],
  ] as const)('is created from %j', async (changes, problems) => {
    expect(await step(changes)).toEqual({ outcome: 'problems', problems })
  })

  it('is created while billing is silent', async () => {
    known = 'silent'
    expect(await step()).toEqual({ outcome: 'problems', problems: ['bss_unavailable'] })
  })

  it('is created before a rate-limited address has solved a challenge or waited', async () => {
    for (let times = 0; times < 30; times += 1) await step({ account: 'P0000000000' })
    const held = await step()
    if (held.outcome !== 'challenge') throw new Error('Nothing was asked for')
    expect(held.challenge.waitSeconds).toBe(20)
    const { token } = held.challenge
    expect(await step({ requester: { ...request.requester, token } })).toMatchObject({
      outcome: 'challenge',
      challenge: { token },
    })
    test.clock.ms += 20_000
    expect(await step({ requester: { ...request.requester, token } })).toMatchObject({ outcome: 'order' })
    expect(await step({ requester: { ...request.requester, token } })).toMatchObject({ outcome: 'challenge' })
  })

  it('is created for waited-out challenges while the global rate of misses is at machine level, whenever they began', async () => {
    for (let times = 0; times < 30; times += 1) await step()
    const tokens: string[] = []
    for (let times = 0; times < 5; times += 1) {
      const held = await step()
      if (held.outcome === 'challenge') tokens.push(held.challenge.token)
    }
    test.clock.ms += 120_000
    for (let times = 0; times < 600; times += 1)
      await step({ account: 'P0000000000', requester: { clientIp: `198.51.${times >> 8}.${times & 255}` } })
    for (const token of tokens)
      expect(await step({ requester: { ...request.requester, token } })).toMatchObject({ outcome: 'challenge' })
    const elsewhere = { clientIp: '203.0.113.99' }
    const held = await step({ requester: elsewhere })
    if (held.outcome !== 'challenge') throw new Error('Nothing was asked for')
    test.clock.ms += 120_000
    const waited = { ...elsewhere, token: held.challenge.token }
    expect(await step({ requester: waited })).toMatchObject({ outcome: 'order' })
  })
})
