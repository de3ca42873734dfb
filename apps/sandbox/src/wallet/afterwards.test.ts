import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callbackSecret, openWallets, seal } from './fixture.ts'
import { signatureHeader } from './simulator.ts'

let wallets: Awaited<ReturnType<typeof openWallets>>
const holder = { msisdn: '265999000001', paymentMode: 'KS' }
const at = (second: number) => new Date(second * 1000)

/** Begins a payment of MWK 1,000 and returns its key. */
async function begin(platform = wallets) {
  const { refId } = (await platform.post('/otp/send', holder)).json().result
  const verified = await platform.post('/otp/verify', { ...holder, refId, otp: await platform.code() })
  const consent = { 'x-customer-authorization': `Bearer ${verified.json().result.accessToken}` }
  const requested = {
    ...holder,
    merchantTransactionId: 'TXN-1',
    amount: '1000.00',
    currency: 'MWK',
    description: 'Airtime',
  }
  const { walletTransactionId, encryptionKeyDetails } = (
    await platform.post('/payments/initiate', requested, consent)
  ).json().result
  const { keyId, nonce } = encryptionKeyDetails
  const pay = async (pin = '1234') => {
    const amPin = seal(`v1|${walletTransactionId}|${nonce}|${pin}`, encryptionKeyDetails)
    await platform.post(
      '/payments/process',
      { walletTransactionId, merchantTransactionId: 'TXN-1', keyId, amPin },
      consent,
    )
  }
  return { pay, walletTransactionId }
}

beforeAll(async () => {
  wallets = await openWallets()
})
beforeEach(() => wallets.startOver())
afterAll(() => wallets.close())

describe('a callback', () => {
  it('is signed over its second and its bytes', () => {
    expect(
      signatureHeader('{"merchantTransactionId":"TXN-1","status":"SUCCESS"}', callbackSecret, at(1_795_000_000)),
    ).toBe('t=1795000000,v1=e91265a532cd0f901014401db2d411575b2291e029311d241fa197978c50233e')
  })

  it('reports the outcome of a payment', async () => {
    const { pay, walletTransactionId } = await begin()
    await pay()
    await wallets.world.callbacks.idle()
    const body = JSON.stringify({ merchantTransactionId: 'TXN-1', walletTransactionId, status: 'SUCCESS' })
    expect(wallets.callbacks()).toEqual([
      { body, signature: signatureHeader(body, callbackSecret, wallets.world.now()) },
    ])
  })

  it('is tried five times, each with a new signature', async () => {
    const { pay } = await begin()
    for (let tries = 0; tries < 5; tries++) wallets.refuseCallback(503)
    await pay()
    await wallets.world.callbacks.idle()
    expect(wallets.callbacks()).toHaveLength(5)
    expect(new Set(wallets.callbacks().map(({ body }) => body)).size).toBe(1)
    expect(new Set(wallets.callbacks().map(({ signature }) => signature)).size).toBe(5)
  })

  it('is signed wrongly when a fault is injected', async () => {
    wallets.world.faults.add({ provider: 'wallet', kind: 'callback_mis_sign', times: 1 })
    const { pay } = await begin()
    await pay()
    await wallets.world.callbacks.idle()
    const [{ body = '', signature } = {}] = wallets.callbacks()
    expect(signature).not.toBe(signatureHeader(body, callbackSecret, wallets.world.now()))
    expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
  })

  it('is sent to the gateway of the wallet by default', async () => {
    const own = await openWallets({ callbackUrl: undefined })
    await (await begin(own)).pay()
    await own.world.callbacks.idle()
    expect(own.world.callbacks.tries()[0]?.url).toBe(
      'http://portal.example:3000/api/portal-service/transaction/v1/pg-callback/notify/smartcash/sandbox-callback',
    )
    await own.close()
  })
})

describe('a refund', () => {
  const refund = async (refundId = 'R-1', amount = '1000.00') =>
    (await wallets.post('/payments/TXN-1/refund', { refundId, amount })).json()
  const refunded = () => wallets.simulator.records().captures?.[0]?.refundedMinor

  beforeEach(async () => {
    await (await begin()).pay()
  })

  it('is made once for one refund id', async () => {
    expect((await refund()).result).toEqual({ status: 'SUCCESS' })
    expect((await refund()).result).toEqual({ status: 'SUCCESS' })
    expect((await refund('R-2')).result).toEqual({ status: 'FAILED' })
    expect((await refund('R-1', '1.00')).statusCode).toBe(400)
    expect(refunded()).toBe(100_000)
    expect((await wallets.ask('/payments/TXN-1')).result.status).toBe('SUCCESS')
    expect((await wallets.inspect('/wallet/wallets/smartcash/999000001')).balanceMinor).toBe(9_000_000)
  })

  it('may be pending, fail and be requested again', async () => {
    await wallets.control('/settings', { refunds: 'refused' })
    expect((await refund()).result.status).toBe('FAILED')
    await wallets.control('/settings', { refunds: 'in_process' })
    expect([(await refund()).result.status, refunded()]).toEqual(['IN_PROCESS', 0])
    await wallets.control('/settings', { refunds: 'done' })
    expect([(await refund()).result.status, refunded()]).toEqual(['SUCCESS', 100_000])
  })

  it.each([['0'], ['-1'], ['x']])('is refused for %j', async (amount) => {
    expect((await refund('R-1', amount)).statusCode).toBe(400)
  })
})

describe('the wallet platform', () => {
  it('captures without an answer when a fault is injected', async () => {
    wallets.world.faults.add({ provider: 'wallet', operation: 'process', kind: 'error_after', times: 1 })
    await (await begin()).pay()
    expect((await wallets.ask('/payments/TXN-1')).result.status).toBe('SUCCESS')
  })

  it('keeps payments and wallets over a restart, and drops them on reset', async () => {
    await (await begin()).pay()
    const memory: unknown = JSON.parse(JSON.stringify(wallets.simulator.snapshot()))
    const balance = async () => (await wallets.inspect('/wallet/wallets/smartcash/999000001')).balanceMinor
    wallets.simulator.reset()
    expect([await balance(), wallets.simulator.records().captures]).toEqual([9_000_000, []])
    wallets.simulator.restore(memory)
    expect(await balance()).toBe(8_900_000)
    expect(wallets.simulator.records().captures).toMatchObject([
      { reference: 'TXN-1', providerReference: expect.stringMatching(/^WR/) },
    ])
  })

  it('lists its wallets with their PINs', async () => {
    const known = await wallets.inspect('/wallet/wallets')
    expect(known).toHaveLength(12)
    expect(known).toContainEqual({
      brand: 'smartcash',
      msisdn: '999000033',
      pin: '1234',
      balanceMinor: 9_000_000,
      isBarred: false,
      pinTriesLeft: 0,
      currency: 'MWK',
    })
  })

  it.each([
    ['/wallets/cash/999000001', {}],
    ['/wallets/smartcash/999000001', { pin: '12345' }],
    ['/wallets/smartcash/999000001', { pinTriesLeft: 6 }],
    ['/settings', { process: 'never' }],
  ])('refuses %s with %j and a message', async (url, body) => {
    const answer = await wallets.control(url, body)
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: expect.any(String) }])
  })

  it('opens a new wallet', async () => {
    expect((await wallets.app.inject('/__sim/wallet/wallets/smartcash/888000001')).statusCode).toBe(404)
    await wallets.control('/wallets/smartcash/888000001', { balanceMinor: 700 })
    expect(await wallets.inspect('/wallet/wallets/smartcash/888000001')).toMatchObject({
      balanceMinor: 700,
      pin: '1234',
    })
  })
})
