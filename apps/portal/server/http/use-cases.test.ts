import { MethodSwitches } from '@nyanja/server/payments/methods'
import { afterEach, describe, expect, it } from 'vitest'
import { initiatePayment } from '../../contract/payment.ts'
import { createTestApp, orderAirtime, type TestApp, testLines } from '../testing/test-app.ts'
import { callerOf } from './api/test-caller.ts'

describe('a payer', () => {
  const apps: TestApp[] = []
  afterEach(async () => {
    for (const { close } of apps.splice(0)) await close()
  })

  async function setUp() {
    const app = await createTestApp()
    apps.push(app)
    const order = await orderAirtime(app.portal)
    return { ...app, order }
  }

  it.each([undefined, { uniqueCode: 'guessed', subject: 'O1' }])(
    'cannot charge airtime of a line without proof of its handset: %j',
    async (proof) => {
      const { portal, order } = await setUp()
      const payer = { method: 'airtime', payerMsisdn: testLines.hybrid, ...(proof && { proof }) } as const
      expect(await portal.payments.pay(order, payer)).toEqual({ outcome: 'proof_missing' })
      expect((await portal.progress.pageOf(order, 'choose')).situation).toBe('open')
    },
  )

  it('gets the next gateway when staff have switched one off, and finds the method closed without any', async () => {
    const { app, portal, stores, order, clock } = await setUp()
    const switches = new MethodSwitches({ store: stores.switches, now: () => clock.ms })
    const by = { who: 'thoko', reason: 'the gateway loses answers' }
    const cards = async () =>
      (await portal.openPaymentOptions()).flatMap(({ method, gateway }) => (method === 'card' ? gateway : []))
    const health = async () => (await portal.serviceFigures.all()).find(({ standing }) => standing.method === 'card')
    const byChannel = () =>
      callerOf({ app })(initiatePayment, {
        data: {
          amount: 200,
          mobileNumber: testLines.prepaid,
          paymentMode: 'PAYMENT_GATEWAY',
          emailId: 'thoko@example.com',
        },
      })
    expect(await cards()).toEqual(['dpo', 'paystack'])

    await switches.disable('dpo', by)
    clock.ms += 3_000
    expect(await cards()).toEqual(['paystack'])
    expect(await health()).toMatchObject({ isOpen: true, gatewaysOff: ['dpo'] })
    const payer = { method: 'card', email: 'thoko@example.com' } as const
    expect(await portal.payments.pay(order, { ...payer, gateway: 'dpo' })).toEqual({ outcome: 'method_unavailable' })
    const { body } = await byChannel()
    const id = body.status === 'success' ? body.result.transactionId : ''
    expect((await stores.reader.payment(id))?.attempt.gateway).toBe('paystack')
    expect(await portal.payments.pay(order, { ...payer, gateway: 'paystack' })).toMatchObject({ outcome: 'redirect' })

    await switches.disable('paystack', by)
    clock.ms += 3_000
    expect(await cards()).toEqual([])
    expect(await health()).toMatchObject({ isOpen: false, gatewaysOff: [] })
    expect(await byChannel()).toMatchObject({ status: 400 })
  })

  it('begins no payment with a method that staff have switched off, until it is on again', async () => {
    const { portal, stores, order, clock } = await setUp()
    const switches = new MethodSwitches({ store: stores.switches, now: () => clock.ms })
    await switches.disable('card', { who: 'thoko', reason: 'the gateway loses answers' })
    expect((await portal.openPaymentOptions()).map(({ method }) => method)).not.toContain('card')
    const payer = { method: 'card', email: 'thoko@example.com' } as const
    expect(await portal.payments.pay(order, payer)).toEqual({ outcome: 'method_unavailable' })

    await switches.enable('card', { who: 'thoko', reason: 'it answers' })
    clock.ms += 3_000
    expect(await portal.payments.pay(order, payer)).toMatchObject({ outcome: 'redirect' })
  })
})
