import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPaystack } from './fixture.ts'

let paystack: Awaited<ReturnType<typeof openPaystack>>

beforeEach(async () => {
  paystack = await openPaystack()
})
afterEach(() => paystack.close())

describe('the API key', () => {
  it.each<Record<string, string>>([
    {},
    { authorization: 'Bearer sk_test_other' },
    { authorization: 'sk_test_nyanja_sandbox' },
  ])('is checked before anything else: %j', async (headers) => {
    const invalid = { status: 401, json: { status: false, message: 'Invalid key' } }
    expect(await paystack.post('/transaction/initialize', 'no JSON', headers)).toEqual(invalid)
    expect(await paystack.call({ url: '/paystack/transaction/verify/TXN-1', headers })).toEqual(invalid)
  })
})

describe('the initialize call', () => {
  it('opens a page of its own and returns its access code', async () => {
    const { status, json } = await paystack.initialize()
    expect(status).toBe(200)
    expect(json).toMatchObject({ status: true, message: 'Authorization URL created', data: { reference: 'TXN-1' } })
    expect(new URL(json.data.authorization_url).pathname).toBe(`/paystack/checkout/${json.data.access_code}`)
  })

  it.each([
    ['missing_params', 'email is required', { email: undefined }],
    ['missing_params', 'amount is required', { amount: undefined }],
    ['invalid_email_address', 'Invalid Email Address Passed', { email: 'nobody' }],
    ['invalid_params', 'Invalid amount sent', { amount: 10.5 }],
    ['invalid_params', 'Invalid amount sent', { amount: -1 }],
    ['invalid_params', 'Invalid amount sent', { amount: 0 }],
    ['invalid_params', 'Invalid reference sent', { reference: 'TXN_1' }],
    ['invalid_params', 'Invalid callback_url sent', { callback_url: 'javascript:alert(1)' }],
    ['invalid_params', 'Invalid channels sent', { channels: ['card', 'cheque'] }],
    ['unsupported_currency', 'Currency not supported by merchant', { currency: 'CDF' }],
  ])('refuses with %s: %s', async (code, message, changes) => {
    const { status, json } = await paystack.initialize(changes)
    expect(status).toBe(400)
    expect(json).toEqual({
      status: false,
      message,
      code,
      type: 'validation_error',
      meta: { nextStep: expect.any(String) },
    })
    expect((await paystack.verify()).status).toBe(404)
  })

  it('refuses a body that is not JSON', async () => {
    expect((await paystack.post('/transaction/initialize', '{"email":')).status).toBe(400)
  })

  it('accepts a reference once, paid or not', async () => {
    await paystack.initialize()
    expect(await paystack.initialize()).toMatchObject({
      status: 400,
      json: { code: 'duplicate_reference', message: 'Duplicate Transaction Reference' },
    })
  })

  it('accepts digits as amount, defaults to naira and generates a missing reference', async () => {
    const { json } = await paystack.initialize({ amount: '5000', currency: undefined, reference: undefined })
    expect((await paystack.verify(json.data.reference)).json.data).toMatchObject({ amount: 5000, currency: 'NGN' })
  })

  it.each(['NGN', 'GHS', 'KES', 'ZAR', 'USD', 'XOF', 'MWK'])('accepts %s', async (currency) => {
    expect((await paystack.initialize({ currency })).status).toBe(200)
  })

  it('accepts the currencies of the account', async () => {
    expect((await paystack.control('settings', { currencies: ['CDF'] })).json).toMatchObject({ currencies: ['CDF'] })
    expect((await paystack.initialize({ currency: 'CDF' })).status).toBe(200)
    expect((await paystack.initialize({ reference: 'TXN-2' })).json.message).toBe('Currency not supported by merchant')
    paystack.simulator.reset()
    expect((await paystack.initialize()).status).toBe(200)
    expect((await paystack.control('settings', { currencies: ['Kwacha'] })).status).toBe(400)
  })
})

describe('the verify call', () => {
  it('returns every published key, paid or not', async () => {
    const published =
      'id domain status reference receipt_number amount message gateway_response paid_at created_at channel currency ip_address metadata log fees fees_split authorization customer plan split order_id paidAt createdAt requested_amount pos_transaction_data source fees_breakdown connect transaction_date plan_object subaccount'
    await paystack.initialize()
    for (const outcome of ['abandoned', 'success']) {
      await paystack.control('TXN-1/pay', { outcome })
      const { json } = await paystack.verify()
      expect(json).toMatchObject({ status: true, message: 'Verification successful' })
      expect(Object.keys(json.data).toSorted()).toEqual(published.split(' ').toSorted())
    }
  })

  it('does not know a payment that was never started', async () => {
    expect(await paystack.verify('TXN-9')).toMatchObject({ status: 404, json: { code: 'transaction_not_found' } })
  })

  it.each([
    ['success', { status: 'success', amount: 100_000, requested_amount: 100_000, paid_at: '2026-11-20T10:00:00.000Z' }],
    ['fees_added', { status: 'success', amount: 101_500, requested_amount: 100_000 }],
    ['underpaid', { status: 'success', amount: 50_000, requested_amount: 100_000 }],
    ['wrong_amount', { status: 'success', amount: 100_100, requested_amount: 100_100 }],
    ['wrong_currency', { status: 'success', amount: 100_000, currency: 'USD' }],
    ['declined', { status: 'failed', gateway_response: 'Declined', paid_at: null }],
    ['insufficient_funds', { status: 'failed', gateway_response: 'Insufficient Funds' }],
    ['abandoned', { status: 'abandoned' }],
    ['ongoing', { status: 'ongoing' }],
    ['pending', { status: 'pending' }],
    ['processing', { status: 'processing' }],
    ['queued', { status: 'queued' }],
    ['reversed', { status: 'reversed' }],
  ])('answers HTTP 200 for a payment that ended %s', async (outcome, data) => {
    await paystack.initialize()
    expect((await paystack.control('TXN-1/pay', { outcome })).status).toBe(200)
    expect(await paystack.verify()).toMatchObject({ status: 200, json: { status: true, data } })
  })

  it('gets a fault without the other operations', async () => {
    paystack.world.faults.add({ provider: 'paystack', operation: 'verify', kind: 'error_before' })
    expect((await paystack.initialize()).status).toBe(200)
    expect((await paystack.verify()).status).toBe(500)
  })
})

describe('the provider records', () => {
  it('contain captures, also late ones, until they are reversed', async () => {
    await paystack.initialize()
    expect(paystack.captures()).toEqual([])
    await paystack.control('TXN-1/pay', { outcome: 'declined' })
    await paystack.control('TXN-1/pay', { outcome: 'success' })
    expect((await paystack.control('TXN-1/pay', { outcome: 'declined' })).status).toBe(409)
    expect(paystack.captures()).toMatchObject([
      { provider: 'paystack', reference: 'TXN-1', amountMinor: 100_000, currency: 'NGN', refundedMinor: 0 },
    ])
    await paystack.control('TXN-1/pay', { outcome: 'reversed' })
    expect(paystack.captures()).toMatchObject([{ amountMinor: 100_000, refundedMinor: 100_000 }])
  })

  it('survive a restart', async () => {
    await paystack.initialize()
    await paystack.control('TXN-1/pay', { outcome: 'success' })
    await paystack.refund({ amount: 400 })
    const records = paystack.simulator.records()
    const memory: unknown = JSON.parse(JSON.stringify(paystack.simulator.snapshot()))
    paystack.simulator.reset()
    expect(paystack.captures()).toEqual([])
    paystack.simulator.restore(memory)
    expect(paystack.simulator.records()).toEqual(records)
    expect(await paystack.statusOf()).toBe('success')
    expect((await paystack.refund({ amount: 1 })).json.data.id).toBe(15_581_138)
  })

  it('contain only payments that were started', async () => {
    expect((await paystack.control('TXN-9/pay', { outcome: 'success' })).status).toBe(404)
    expect((await paystack.call({ url: '/__sim/paystack/TXN-9' })).status).toBe(404)
  })
})
