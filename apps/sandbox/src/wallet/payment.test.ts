import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type KeyDetails, openWallets, seal } from './fixture.ts'

let wallets: Awaited<ReturnType<typeof openWallets>>
let customer: string

const modes = { 'nyanja-money': 'NYANJA_MONEY', smartcash: 'KS' } as const
type BrandId = keyof typeof modes

async function verified(brand: BrandId, msisdn = '999000001'): Promise<string> {
  const holder = { msisdn: `265${msisdn}`, paymentMode: modes[brand] }
  const { refId } = (await wallets.post('/otp/send', holder)).json().result
  const otp = await wallets.code(msisdn)
  const { tokenType, accessToken } = (await wallets.post('/otp/verify', { ...holder, refId, otp })).json().result
  return `${tokenType} ${accessToken}`
}

const initiation = (brand: BrandId = 'nyanja-money') => ({
  merchantTransactionId: 'TXN-1',
  msisdn: '265999000001',
  amount: '1000.00',
  currency: 'MWK',
  paymentMode: modes[brand],
  description: 'Airtime recharge',
})
const consent = () => ({ 'x-customer-authorization': customer })
const initiate = async (changes = {}, brand: BrandId = 'nyanja-money') =>
  wallets.post('/payments/initiate', { ...initiation(brand), ...changes }, consent())
const begun = async (changes = {}, brand: BrandId = 'nyanja-money') => (await initiate(changes, brand)).json().result

interface Begun {
  readonly walletTransactionId: string
  readonly encryptionKeyDetails: KeyDetails
}

const sealed = ({ walletTransactionId, encryptionKeyDetails: key }: Begun, pin = '1234') => ({
  merchantTransactionId: 'TXN-1',
  walletTransactionId,
  keyId: key.keyId,
  amPin: seal(`v1|${walletTransactionId}|${key.nonce}|${pin}`, key),
})
const process = async (body: object) => (await wallets.post('/payments/process', body, consent())).json()
const pay = async (payment: Begun, pin?: string) => process(sealed(payment, pin))
const enquire = async () => (await wallets.ask('/payments/TXN-1')).result
const wallet = (brand: BrandId = 'nyanja-money', msisdn = '999000001') =>
  wallets.inspect(`/wallet/wallets/${brand}/${msisdn}`)
const outcome = (to: string) => wallets.control('/payments/TXN-1/turn', { to })

beforeAll(async () => {
  wallets = await openWallets()
})
beforeEach(async () => {
  await wallets.startOver()
  customer = await verified('nyanja-money')
})
afterAll(() => wallets.close())

describe('a wallet payment', () => {
  it('returns a key for its PIN', async () => {
    expect((await initiate()).json()).toMatchObject({ statusCode: 200, status: 'success' })
    expect(await begun()).toEqual({
      walletTransactionId: expect.stringMatching(/^W-/),
      status: 'PENDING_PIN',
      encryptionKeyDetails: {
        keyId: '2026-1',
        algorithm: 'RSA-OAEP-256',
        key: expect.any(String),
        nonce: expect.stringMatching(/^[\w-]{22}$/),
        expiresIn: 180,
      },
      pinAttemptsLeft: 5,
    })
  })

  it('keeps its id and gets a new nonce when it is started again', async () => {
    const [one, other] = [await begun(), await begun()]
    expect(other.walletTransactionId).toBe(one.walletTransactionId)
    expect(other.encryptionKeyDetails.nonce).not.toBe(one.encryptionKeyDetails.nonce)
    expect((await pay(one)).statusCode).toBe(400)
    expect((await pay(other)).statusCode).toBe(200)
  })

  it.each([
    [{ amount: '1000.01' }],
    [{ amount: 1000 }],
    [{ amount: '-1' }],
    [{ currency: 'USD' }],
    [{ merchantTransactionId: 'a b' }],
    [{ paymentMode: 'CASH' }],
    [{ description: '' }],
  ])('is refused with %j', async (changes) => {
    await begun()
    expect((await initiate(changes)).json()).toMatchObject({ statusCode: 400, status: 'failure' })
  })

  it('requires the consent of this customer, for this payment alone', async () => {
    const status = async (header: string, changes = {}) => {
      customer = header
      return (await initiate(changes)).statusCode
    }
    const own = customer
    const strangers = await verified('nyanja-money', '999000002')
    const otherBrand = await verified('smartcash')
    expect([await status(''), await status(strangers), await status(otherBrand)]).toEqual([401, 401, 401])
    expect(await status(own)).toBe(200)
    expect(await status(own, { merchantTransactionId: 'TXN-2' })).toBe(401)
    wallets.pass(600_000)
    await wallets.logIn()
    expect((await initiate()).json()).toMatchObject({ error: 'invalid_customer_token' })
  })

  it('is captured once, with the correct PIN', async () => {
    const payment = await begun()
    const done = {
      walletTransactionId: payment.walletTransactionId,
      status: 'SUCCESS',
      walletReference: expect.stringMatching(/^WR\d{8}$/),
    }
    expect(await pay(payment)).toMatchObject({ statusCode: 200, result: done })
    expect(await pay(payment, '0000')).toMatchObject({ statusCode: 200, result: done })
    expect((await initiate()).json()).toMatchObject({ statusCode: 200, result: done })
    expect(await enquire()).toEqual({
      ...done,
      merchantTransactionId: 'TXN-1',
      amount: '1000.00',
      currency: 'MWK',
      msisdn: '265999000001',
      completedAt: '2026-11-20T10:00:00.000Z',
    })
    expect(await wallet()).toMatchObject({ balanceMinor: 8_900_000, pin: '1234' })
    expect(wallets.simulator.records().captures).toMatchObject([
      { provider: 'wallet', reference: 'TXN-1', amountMinor: 100_000, payer: '999000001', refundedMinor: 0 },
    ])
  })

  it('may be pending for a while', async () => {
    await wallets.control('/settings', { process: 'in_process' })
    expect((await pay(await begun())).result.status).toBe('IN_PROCESS')
    expect((await enquire()).status).toBe('IN_PROCESS')
    expect(wallets.simulator.records().captures).toEqual([])
    await outcome('success')
    expect((await enquire()).status).toBe('SUCCESS')
  })

  it('waits fifteen minutes for its PIN', async () => {
    const payment = await begun()
    wallets.pass(900_000)
    await wallets.logIn()
    customer = await verified('nyanja-money')
    expect((await enquire()).status).toBe('EXPIRED')
    expect((await pay(payment)).result.status).toBe('EXPIRED')
    expect(wallets.simulator.records().captures).toEqual([])
  })

  it.each([
    ['too little in it', '999000030', 'INSUFFICIENT_FUNDS'],
    ['a bar on it', '999000032', 'REFUSED'],
  ])('fails on a wallet with %s', async (_what, msisdn, reasonCode) => {
    customer = await verified('nyanja-money', msisdn)
    const first = (await initiate({ msisdn: `265${msisdn}` })).json()
    const { statusCode, result } = first.result.status === 'FAILED' ? first : await pay(first.result)
    expect([statusCode, result]).toMatchObject([200, { status: 'FAILED', reasonCode }])
    expect(await enquire()).toMatchObject({ status: 'FAILED', reasonCode, reason: expect.any(String) })
  })

  it('is refused without a wallet', async () => {
    for (const msisdn of ['265999000031', '265888000001']) {
      expect((await initiate({ msisdn })).json()).toMatchObject({ statusCode: 4001, status: 'failure' })
    }
  })

  it('fails above the limit', async () => {
    expect(await begun({ amount: '750000.01' })).toMatchObject({ status: 'FAILED', reasonCode: 'LIMIT_EXCEEDED' })
  })

  it('is unknown until it is started', async () => {
    expect((await wallets.ask('/payments/TXN-1')).statusCode).toBe(400)
  })

  it('may succeed after it failed, and be reversed', async () => {
    await begun()
    for (const to of ['refused', 'expired', 'success']) await outcome(to)
    expect((await outcome('refused')).statusCode).toBe(409)
    await outcome('reversed')
    expect((await enquire()).status).toBe('FAILED')
    expect(wallets.simulator.records().captures).toMatchObject([{ amountMinor: 100_000, refundedMinor: 100_000 }])
    expect((await wallet()).balanceMinor).toBe(9_000_000)
  })
})

describe('a PIN that is not bound to the payment', () => {
  const spoil: Readonly<Record<string, (payment: Begun) => object>> = {
    'another payment': (payment) => ({
      amPin: seal(`v1|W-0|${payment.encryptionKeyDetails.nonce}|1234`, keyOf(payment)),
    }),
    'another nonce': (payment) => ({ amPin: seal(`v1|${payment.walletTransactionId}|AAAA|1234`, keyOf(payment)) }),
    'another version': (payment) => ({ amPin: seal(text(payment).replace('v1', 'v2'), keyOf(payment)) }),
    'three digits': (payment) => ({ amPin: seal(text(payment).slice(0, -1), keyOf(payment)) }),
    'a PIN in clear': () => ({ amPin: '1234' }),
    'base64 of noise': () => ({ amPin: Buffer.alloc(256, 7).toString('base64') }),
    'another key': () => ({ keyId: '2026-9' }),
    nothing: () => ({ amPin: undefined }),
  }
  const keyOf = ({ encryptionKeyDetails }: Begun) => encryptionKeyDetails
  const text = ({ walletTransactionId, encryptionKeyDetails: { nonce } }: Begun) =>
    `v1|${walletTransactionId}|${nonce}|1234`

  it.each(Object.keys(spoil))('is refused without costing a try: %s', async (what) => {
    const payment = await begun()
    const answer = await process({ ...sealed(payment), ...spoil[what]?.(payment) })
    expect(answer).toMatchObject({ statusCode: 400, status: 'failure' })
    expect((await wallet()).pinTriesLeft).toBe(5)
    expect((await pay(payment)).statusCode).toBe(200)
  })

  it('may have come too late', async () => {
    const payment = await begun()
    wallets.pass(180_000)
    expect((await pay(payment)).statusCode).toBe(400)
    expect((await pay(await begun())).statusCode).toBe(200)
  })

  it('may have been used before', async () => {
    const payment = await begun()
    expect((await pay(payment, '0000')).statusCode).toBe(1004)
    expect((await pay(payment)).statusCode).toBe(400)
    expect((await wallet()).pinTriesLeft).toBe(4)
  })

  it('may name another payment of the merchant', async () => {
    const payment = await begun()
    for (const changes of [{ walletTransactionId: 'W-0' }, { merchantTransactionId: 'TXN-2' }]) {
      expect((await process({ ...sealed(payment), ...changes })).statusCode).toBe(400)
    }
  })
})

describe('a wrong PIN', () => {
  it('returns a new key immediately with Nyanja Money', async () => {
    const answer = await pay(await begun(), '0000')
    expect(answer).toMatchObject({ statusCode: 1004, result: { pinAttemptsLeft: 4 } })
    const { walletTransactionId } = await wallets.inspect('/wallet/payments/TXN-1')
    expect((await pay({ walletTransactionId, ...answer.result })).result.status).toBe('SUCCESS')
    expect((await wallet()).pinTriesLeft).toBe(5)
  })

  it('requires another initiate call with SmartCash', async () => {
    customer = await verified('smartcash')
    const payment = await begun({}, 'smartcash')
    expect(await pay(payment, '0000')).toMatchObject({ statusCode: '56D005', result: { pinAttemptsLeft: 4 } })
    expect((await pay(payment)).statusCode).toBe(400)
    expect((await enquire()).status).toBe('PENDING_PIN')
    const repeated = await begun({}, 'smartcash')
    expect(repeated).toMatchObject({ walletTransactionId: payment.walletTransactionId, pinAttemptsLeft: 4 })
    expect((await pay(repeated)).result.status).toBe('SUCCESS')
    expect((await wallet('nyanja-money')).balanceMinor).toBe(9_000_000)
    expect((await wallet('smartcash')).balanceMinor).toBe(8_900_000)
  })

  it.each(['nyanja-money', 'smartcash'] as const)('locks the wallet of %s the fifth time', async (brand) => {
    customer = await verified(brand, brand === 'smartcash' ? '999000001' : '999000002')
    const changes = brand === 'smartcash' ? {} : { msisdn: '265999000002' }
    const codes = []
    for (let tries = 0; tries < 5; tries++) codes.push((await pay(await begun(changes, brand), '0000')).statusCode)
    const wrong = brand === 'smartcash' ? '56D005' : 1004
    expect(codes).toEqual([wrong, wrong, wrong, wrong, 1006])
    expect(await enquire()).toMatchObject({ status: 'FAILED', reasonCode: 'WALLET_LOCKED' })

    customer = await verified(brand, brand === 'smartcash' ? '999000001' : '999000002')
    const next = (await initiate({ ...changes, merchantTransactionId: 'TXN-2' }, brand)).json()
    expect(next).toMatchObject({ statusCode: 1006, status: 'failure' })
  })

  it('counts over the payments of a wallet, also one with another key', async () => {
    const payment = await begun()
    await wallets.control('/wallets/nyanja-money/999000001', { pinTriesLeft: 0 })
    expect((await pay(payment)).statusCode).toBe(1006)
    expect((await enquire()).status).toBe('FAILED')
    await wallets.control('/wallets/nyanja-money/999000001', { pinTriesLeft: 5, pin: '4321' })
    customer = await verified('nyanja-money')
    const next = await begun({ merchantTransactionId: 'TXN-2' })
    expect((await process({ ...sealed(next, '4321'), merchantTransactionId: 'TXN-2' })).statusCode).toBe(200)
  })
})
