import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPaychangu, secretKey } from './fixture.ts'

let paychangu: Awaited<ReturnType<typeof openPaychangu>>

beforeEach(async () => {
  paychangu = await openPaychangu()
})
afterEach(() => paychangu.close())

const pay = (outcome: string) => paychangu.control('TXN-1/pay', { outcome })
const details = async () => (await paychangu.verify()).json.data

describe('a checkout', () => {
  it('has a page of its own', async () => {
    const { status, json } = await paychangu.begin()
    expect(status).toBe(201)
    expect(json).toEqual({
      status: 'success',
      message: expect.any(String),
      data: {
        event: 'checkout.session:created',
        checkout_url: expect.stringMatching(new RegExp(`^${paychangu.url}/paychangu/checkout/\\d+$`)),
        data: { tx_ref: 'TXN-1', currency: 'MWK', amount: 1000, mode: 'sandbox', status: 'pending' },
      },
    })
  })

  it.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: '10.001' }],
    ['amount', { amount: 1_500_000.01 }],
    ['currency', { currency: 'EUR' }],
    ['currency', { currency: undefined }],
    ['callback_url', { callback_url: 'javascript:alert(1)' }],
    ['return_url', { return_url: undefined }],
  ])('is refused for its %s with %j', async (field, changes) => {
    expect(await paychangu.begin(changes)).toEqual({
      status: 400,
      json: { status: 'failed', message: { [field]: [expect.any(String)] } },
    })
  })

  it('accepts a reference once', async () => {
    await paychangu.begin()
    expect((await paychangu.begin()).json.message).toEqual({ tx_ref: [expect.any(String)] })
  })

  it.each([{}, { authorization: 'Bearer SEC-else' }, { authorization: secretKey }])(
    "requires the merchant's key, not %j",
    async (headers) => {
      const refused = await paychangu.call({ url: '/paychangu/verify-payment/TXN-1', headers })
      expect(refused).toMatchObject({ status: 401, json: { status: 'failed' } })
    },
  )

  it('is refused with a JSON answer when its body is not JSON', async () => {
    const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' }
    const request = { method: 'POST', url: '/paychangu/payment', headers, payload: '{' } as const
    expect(await paychangu.call(request)).toMatchObject({ status: 400, json: { status: 'failed' } })
  })
})

describe('the verify call', () => {
  it('does not know a payment that was never started', async () => {
    expect(await paychangu.verify('TXN-2')).toMatchObject({ status: 404, json: { status: 'failed' } })
  })

  it.each([
    ['paid', { status: 'success', amount: 1000, currency: 'MWK', number_of_attempts: 1 }],
    ['failed', { status: 'failed', number_of_attempts: 1 }],
    ['cancelled', { status: 'failed', number_of_attempts: 0 }],
    ['pending', { status: 'pending', number_of_attempts: 0 }],
    ['wrong_amount', { status: 'success', amount: 1001 }],
    ['wrong_currency', { status: 'success', currency: 'USD' }],
    ['reversed', { status: 'failed' }],
  ])('reports one that ended %s', async (outcome, expected) => {
    await paychangu.begin()
    expect((await pay(outcome)).status).toBe(200)
    expect(await details()).toMatchObject({ event_type: 'checkout.payment', tx_ref: 'TXN-1', ...expected })
  })

  it('keeps a capture, also a late one, until it is reversed', async () => {
    await paychangu.begin({ amount: '2000.5' })
    await pay('failed')
    await pay('paid')
    expect((await pay('failed')).status).toBe(409)
    expect(await details()).toMatchObject({ status: 'success', amount: 2000.5, charges: 80.02 })
    await pay('reversed')
    expect(paychangu.captures()).toMatchObject([{ reference: 'TXN-1', amountMinor: 200_050, refundedMinor: 200_050 }])
  })

  it('gets a fault without the other operations', async () => {
    paychangu.world.faults.add({ provider: 'paychangu', operation: 'verify-payment', kind: 'error_before' })
    expect((await paychangu.begin()).status).toBe(201)
    expect((await paychangu.verify()).status).toBe(500)
  })
})

describe('a refund', () => {
  const refund = async () => paychangu.refund((await details()).reference)
  const refunded = () => paychangu.captures().map(({ refundedMinor }) => refundedMinor)

  it('returns the whole charge, once', async () => {
    await paychangu.begin()
    expect((await refund()).status).toBe(400)
    await pay('paid')
    expect(await refund()).toMatchObject({ status: 200, json: { status: 'success', data: { status: 'refunded' } } })
    expect((await refund()).status).toBe(400)
    expect(refunded()).toEqual([100_000])
    expect((await paychangu.refund('1')).status).toBe(404)
  })

  it.each([
    ['failed', 400],
    ['forbidden', 403],
  ])('has no effect when it is %s', async (outcome, status) => {
    await paychangu.begin()
    await pay('paid')
    await paychangu.control('refunds', { outcome })
    expect((await refund()).status).toBe(status)
    expect(refunded()).toEqual([0])
  })

  it('may be pending, and be declined', async () => {
    await paychangu.begin()
    await pay('paid')
    await paychangu.control('refunds', { outcome: 'pending' })
    expect((await refund()).json.data.status).toBe('pending')
    await paychangu.control('TXN-1/refunds', { state: 'declined' })
    expect(refunded()).toEqual([0])
    expect((await refund()).status).toBe(200)
    await paychangu.control('TXN-1/refunds', { state: 'done' })
    expect(refunded()).toEqual([100_000])
  })
})
