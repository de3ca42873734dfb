// @ts-nocheck
import { money } from '@nyanja/domain/money'
import { afterEach, describe, expect, it } from 'vitest'
import { MethodSwitches } from './operations/method-switches.ts'
import { createTestApp, type TestApp, testLines } from './test-app.ts'

describe('whoever pays', () => {
  const apps: TestApp[] = []
  afterEach(async () => {
    for (const { close } of apps.splice(0)) await close()
  })

  async function setUp() {
    const app = await createTestApp()
    apps.push(app)
    const order = await app.portal.orders.open({
      channel: 'web',
      language: 'en',
      msisdn: testLines.prepaid,
      lineType: 'PREPAID',
      choice: { kind: 'airtime', amount: money('MWK', 50_000) },
      redirectPage: '/prepaid-recharge',
    })
    return { ...app, order }
  }

  it.each([undefined, { uniqueCode: 'guessed', subject: 'O1' }])(
    'takes no airtime of a line whose handset he has not shown to hold: %j',
    async (proof) => {
      const { portal, order } = await setUp()
      const payer = { method: 'airtime', payerMsisdn: testLines.hybrid, ...(proof && { proof }) } as const
      expect(await portal.payments.pay(order, payer)).toEqual({ outcome: 'proof_missing' })
      expect((await portal.progress.pageOf(order, 'choose')).situation).toBe('open')
    },
  )

  it('begins nothing with a method that an operator has switched off, until it is on again', async () => {
    const { portal, stores, order, clock } = await setUp()
    const switches = new MethodSwitches({ store: stores.operations.switches, now: () => clock.ms })
    await switches.turnOff('card', { who: 'thoko', reason: 'the gateway loses answers' })
    expect((await portal.openPaymentOptions()).map(({ method }) => method)).not.toContain('card')
    const payer = { method: 'card', email: 'thoko@example.com' } as const
    expect(await portal.payments.pay(order, payer)).toEqual({ outcome: 'method_unavailable' })

    await switches.turnOn('card', { who: 'thoko', reason: 'it answers' })
    clock.ms += 3_000
    expect(await portal.payments.pay(order, payer)).toMatchObject({ outcome: 'redirect' })
  })
})
