import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiKey, credentials, openTingg } from './fixture.ts'

let tingg: Awaited<ReturnType<typeof openTingg>>

beforeEach(async () => {
  tingg = await openTingg()
})
afterEach(() => tingg.close())

const pay = (outcome: string) => tingg.control('TXN-1/pay', { outcome })
const details = async () => (await tingg.query()).json.results
const status = async () => (await details()).request_status_code
const refunded = () => tingg.captures().map(({ refundedMinor }) => refundedMinor)

describe('access to the Tingg API', () => {
  it('is granted for an hour, and not longer', async () => {
    expect((await tingg.token()).json).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    await tingg.raise({ due_date: '' })
    tingg.pass(3_600_000 - 1)
    expect((await tingg.query()).status).toBe(200)
    tingg.pass(1)
    expect((await tingg.query()).status).toBe(401)
  })

  it.each([
    [{ ...credentials, client_secret: 'else' }, { apikey: apiKey }],
    [{ ...credentials, grant_type: 'password' }, { apikey: apiKey }],
    [credentials, {}],
  ])('is denied for %j with %j', async (body, headers) => {
    expect((await tingg.token(body, headers)).status).toBe(401)
  })

  it('requires the key and the token with every call', async () => {
    const { apikey = '', authorization = '' } = tingg.headers
    expect((await tingg.query('TXN-1', { apikey })).status).toBe(401)
    expect((await tingg.query('TXN-1', { authorization })).status).toBe(401)
  })
})

describe('an express request', () => {
  it('returns two links to one page', async () => {
    const { status, json } = await tingg.raise()
    expect(status).toBe(200)
    expect(json).toMatchObject({ status: { status_code: 200 } })
    expect(json.results.long_url).toContain(json.results.short_url)
    expect(json.results.short_url).toMatch(new RegExp(`^${tingg.url}/tingg/checkout/`))
  })

  it.each([
    [1007, { country_code: '' }],
    [1014, { merchant_transaction_id: '' }],
    [1017, { msisdn: '+265991234567' }],
    [1027, { request_amount: '0' }],
    [1027, { request_amount: '10.001' }],
    [1027, { request_amount: 1_500_000.01 }],
    [422, { customer_last_name: '' }],
    [422, { country_code: 'MW' }],
    [422, { account_number: 'TXN-1' }],
    [422, { account_number: 'a_name_of_16_let' }],
    [422, { merchant_transaction_id: 'x'.repeat(101) }],
    [422, { currency_code: 'EUR' }],
    [422, { due_date: '20/11/2026' }],
    [422, { callback_url: 'nowhere' }],
    [422, { fail_redirect_url: 'javascript:alert(1)' }],
  ])('is refused with %i for %j', async (code, changes) => {
    expect(await tingg.raise(changes)).toMatchObject({ status: 400, json: { status: { status_code: code } } })
  })

  it('refuses a service of another merchant without the usual envelope', async () => {
    expect(await tingg.raise({ service_code: 'ELSE' })).toMatchObject({ status: 403, json: { status: 1031 } })
  })

  it('refuses a reference that was used before', async () => {
    await tingg.raise()
    expect((await tingg.raise()).status).toBe(400)
  })

  it('is refused when it is not JSON', async () => {
    const url = '/tingg/v3/checkout-api/checkout-request/express-request'
    const headers = { ...tingg.headers, 'content-type': 'application/json' }
    const refused = await tingg.call({ method: 'POST', url, headers, payload: '{' })
    expect(refused.json).toMatchObject({ status: { status_code: 1013 } })
  })
})

describe('the query of a request', () => {
  it('finds no request that was never created', async () => {
    expect((await tingg.query('TXN-2')).json).toMatchObject({ status: { status_code: 1001 } })
  })

  it('returns 130 until the due date and 129 after it', async () => {
    await tingg.raise()
    tingg.pass(30 * 60_000 - 1)
    expect(await details()).toMatchObject({ request_status_code: 130, amount_paid: 0, payments: [] })
    tingg.pass(1)
    expect(await status()).toBe(129)
  })

  it.each([
    ['paid', { request_status_code: 178, amount_paid: 1000, currency_code: 'MWK' }],
    ['accepted', { request_status_code: 183, amount_paid: 1000 }],
    ['received', { request_status_code: 188, amount_paid: 1000 }],
    ['rejected', { request_status_code: 180 }],
    ['failed_attempt', { request_status_code: 99, amount_paid: 0 }],
    ['partial', { request_status_code: 176, amount_paid: 500 }],
    ['expired', { request_status_code: 129 }],
    ['expired_partial', { request_status_code: 179 }],
    ['wrong_amount', { request_status_code: 178, amount_paid: 1001, request_amount: 1000 }],
    ['wrong_currency', { request_status_code: 178, currency_code: 'USD', request_currency_code: 'MWK' }],
    ['invalid', { request_status_code: 422 }],
    ['reversed', { request_status_code: 187 }],
  ])('reports a request that ended %s', async (outcome, expected) => {
    await tingg.raise()
    expect((await pay(outcome)).status).toBe(200)
    expect(await details()).toMatchObject({ merchant_transaction_id: 'TXN-1', ...expected })
  })

  it('gets a fault without the other operations', async () => {
    tingg.world.faults.add({ provider: 'tingg', operation: 'query', kind: 'error_before' })
    expect((await tingg.raise()).status).toBe(200)
    expect((await tingg.query()).status).toBe(500)
  })
})

describe('the acknowledgement of a request', () => {
  it.each([
    [183, 0],
    [180, 100_000],
    [188, 0],
  ])('with %i is accepted, and repays %i to the customer', async (code, minor) => {
    await tingg.raise()
    await pay('received')
    expect((await tingg.acknowledge({ status_code: String(code) })).status).toBe(200)
    expect(await status()).toBe(code)
    expect(refunded()).toEqual([minor])
  })

  it('cannot change once it is final', async () => {
    await tingg.raise()
    await pay('accepted')
    expect((await tingg.acknowledge()).status).toBe(200)
    expect((await tingg.acknowledge({ status_code: 180 })).status).toBe(400)
    expect(await status()).toBe(183)
  })

  it.each([{ status_code: 178 }, { acknowledgement_amount: 999 }, { currency_code: 'USD' }, { status_code: '' }])(
    'is refused with %j',
    async (changes) => {
      await tingg.raise()
      await pay('received')
      expect((await tingg.acknowledge(changes)).status).toBe(400)
      expect(await status()).toBe(188)
    },
  )

  it('requires a payment', async () => {
    await tingg.raise()
    expect((await tingg.acknowledge()).status).toBe(400)
  })
})

describe('a refund', () => {
  it('returns parts, and never more than was captured', async () => {
    await tingg.raise()
    await pay('accepted')
    expect((await tingg.refund({ refund_type: 'Partial', amount: 400 })).status).toBe(200)
    expect(await status()).toBe(186)
    expect((await tingg.refund({ refund_type: 'Partial', amount: 600 })).status).toBe(400)
    expect((await tingg.refund({ refund_type: 'Partial', amount: 600.01, refund_reference: 'R-2' })).status).toBe(400)
    expect((await tingg.refund({ refund_type: 'Partial', amount: 600, refund_reference: 'R-2' })).status).toBe(200)
    expect(await status()).toBe(187)
    expect(refunded()).toEqual([100_000])
  })

  it('returns the whole capture when a full refund has no amount', async () => {
    await tingg.raise()
    await pay('accepted')
    expect((await tingg.refund({ refund_type: 'Partial', amount: '' })).status).toBe(400)
    expect((await tingg.refund({ refund_type: 'Full', amount: undefined })).status).toBe(200)
    expect(await status()).toBe(187)
    expect(refunded()).toEqual([100_000])
  })

  it.each(['not_paid', 'paid', 'received', 'rejected'])('requires an accepted payment, not %s', async (ending) => {
    await tingg.raise()
    await pay(ending)
    expect((await tingg.refund()).status).toBe(400)
  })

  it('requires the exact payment', async () => {
    await tingg.raise()
    await pay('accepted')
    expect((await tingg.refund({ payment_id: '183' })).status).toBe(400)
    const [{ cpg_transaction_id }] = (await details()).payments
    expect((await tingg.refund({ payment_id: cpg_transaction_id })).status).toBe(200)
  })

  it('may be pending, expire and be requested again', async () => {
    await tingg.raise()
    await pay('accepted')
    await tingg.control('refunds', { outcome: 'initiated' })
    await tingg.refund()
    expect(await status()).toBe(185)
    await tingg.control('TXN-1/refunds', { state: 'expired' })
    expect(await status()).toBe(191)
    await tingg.refund()
    await tingg.control('TXN-1/refunds', { state: 'processed' })
    expect(await status()).toBe(187)
    expect(refunded()).toEqual([100_000])
  })

  it('may be refused', async () => {
    await tingg.raise()
    await pay('accepted')
    await tingg.control('refunds', { outcome: 'refused' })
    expect((await tingg.refund()).json).toMatchObject({ status: { status_code: 422 } })
    expect(await status()).toBe(183)
  })
})
