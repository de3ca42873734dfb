import { constants, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collection, openMoney, successStatus } from './fixture.ts'
import { signatureOf } from './guards.ts'

const payments = '/merchant/v1/payments/'
let money: Awaited<ReturnType<typeof openMoney>>

beforeEach(async () => {
  money = await openMoney()
})
afterEach(() => money.close())

describe('access to the API', () => {
  it('issues a token for 180 seconds, as a string', async () => {
    const payload = {
      client_id: 'nyanja-sandbox',
      client_secret: 'nyanja-sandbox-secret',
      grant_type: 'client_credentials',
    }
    const token = () => money.app.inject({ method: 'POST', url: '/money/auth/oauth2/token', payload })
    expect((await token()).json()).toEqual({
      access_token: expect.any(String),
      expires_in: '180',
      token_type: 'bearer',
    })
    const { access_token } = (await token()).json()
    const headers = { authorization: `Bearer ${access_token}`, 'x-country': 'MW', 'x-currency': 'MWK' }
    const ask = async () => (await money.app.inject({ url: '/money/standard/v1/users/999000001', headers })).statusCode
    money.pass(179_999)
    expect(await ask()).toBe(200)
    money.pass(1)
    expect(await ask()).toBe(401)
  })

  it.each([
    [{ client_id: 'nyanja-sandbox', client_secret: 'x', grant_type: 'client_credentials' }, 'invalid_client'],
    [{ client_id: 'nyanja-sandbox', client_secret: 'nyanja-sandbox-secret' }, 'unsupported_grant_type'],
  ])('refuses a token for wrong credentials', async (payload, error) => {
    const answer = await money.app.inject({ method: 'POST', url: '/money/auth/oauth2/token', payload })
    expect([answer.statusCode, answer.json().error]).toEqual([400, error])
  })

  it.each([
    [{ authorization: 'Bearer X' }, 401, { error: 'invalid_token' }],
    [{ 'x-country': 'ZM' }, 400, { status_code: 'ROUTER119' }],
    [{ 'x-currency': 'ZMW' }, 400, { status_code: 'ROUTER112' }],
  ])('checks the headers of every call', async (headers, status, body) => {
    const answer = await money.send(payments, collection(), headers)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject(body)
    expect(await money.inspect('/prompts')).toEqual([])
  })

  it('refuses a revoked token', async () => {
    await money.control('/tokens/revoke')
    expect((await money.send(payments, collection())).statusCode).toBe(401)
    await money.renewSession()
    expect((await money.send(payments, collection())).statusCode).toBe(200)
  })
})

describe('a collection request', () => {
  it.each([payments, '/merchant/v1/payments', '/merchant/v2/payments/'])('sends a prompt from %s', async (url) => {
    expect((await money.send(url, collection())).json()).toEqual({
      data: { transaction: { id: 'TXN-1', status: 'SUCCESS' } },
      status: successStatus,
    })
    expect(await money.inspect('/prompts?msisdn=999000001')).toEqual([
      {
        id: 'TXN-1',
        msisdn: '999000001',
        payee: 'Nyanja',
        reference: 'Airtime recharge',
        amountMinor: 100_000,
        currency: 'MWK',
        expiresAt: '2026-11-20T10:10:00.000Z',
      },
    ])
  })

  it.each([
    ['a leading zero', { msisdn: '0999000001' }, 400, 'DP00800001005'],
    ['a country code', { msisdn: '265999000001' }, 400, 'DP00800001005'],
    ['a short reference', { reference: 'abc' }, 400, 'DP00800001005'],
    ['an odd id', { id: 'a b' }, 400, 'DP00800001005'],
    ['another currency', { currency: 'USD' }, 400, 'DP00800001005'],
    ['no amount', { amount: null }, 400, 'DP00800001004'],
    ['a negative amount', { amount: -1 }, 400, 'DP00800001004'],
    ['a third decimal', { amount: 10.001 }, 400, 'DP00800001004'],
    ['more than the limit', { amount: 750_000.01 }, 200, 'DP00800001003'],
    ['a number without wallet', { msisdn: '999000031' }, 200, 'DP00800001005'],
    ['a foreign number', { msisdn: '888000001' }, 200, 'DP00800001005'],
    ['a barred number', { msisdn: '999000032' }, 200, 'DP00800001010'],
  ])('is refused for %s', async (_title, changes, httpStatus, code) => {
    const answer = await money.send(payments, collection(changes))
    expect(answer.statusCode).toBe(httpStatus)
    expect(answer.json()).toMatchObject({ status: { response_code: code, success: false, code: String(httpStatus) } })
    expect(await money.inspect('/prompts')).toEqual([])
  })

  it.each(['{', '', '[]', 'null', '"x"'])('is refused with a body like %j', async (body) => {
    expect((await money.send(payments, body)).json()).toMatchObject({ status: { success: false, code: '400' } })
  })

  it('is refused with a transaction id that was used before', async () => {
    await money.send(payments, collection())
    money.pass(86_400_000)
    await money.renewSession()
    const repeated = await money.send(payments, collection({ amount: 5 }))
    expect(repeated.json()).toMatchObject({ status: { result_code: 'ESB000041', success: false } })
    expect(await money.inspect('/payments/TXN-1')).toMatchObject({ amountMinor: 100_000 })
  })
})

describe('signed messages', () => {
  const body = JSON.stringify(collection())

  async function signed(text: string): Promise<Record<string, string>> {
    const { data } = await money.read('/v1/rsa/encryption-keys')
    const messageKey = { key: randomBytes(32), iv: randomBytes(16) }
    const publicKey = createPublicKey({ key: Buffer.from(data.key, 'base64'), format: 'der', type: 'spki' })
    const plain = `${messageKey.key.toString('base64')}:${messageKey.iv.toString('base64')}`
    return {
      'x-signature': signatureOf(Buffer.from(text), messageKey),
      'x-key': publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(plain)).toString(
        'base64',
      ),
    }
  }

  const code = async (headers: Record<string, string>) =>
    (await money.send(payments, body, headers)).json().status.response_code

  beforeEach(() => money.control('/settings', { signing: true }))

  it('are accepted with a signature over the exact bytes of the message', async () => {
    expect(await code({})).toBe('DP00800001026')
    expect(await code(await signed(`${body} `))).toBe('DP00800001026')
    expect(await money.inspect('/prompts')).toEqual([])
    expect(await code(await signed(body))).toBe('DP00800001006')
  })

  it('are refused with a signature of an old key', async () => {
    const headers = await signed(body)
    await money.control('/keys/rotate')
    expect(await code(headers)).toBe('DP00800001026')
    expect(await code(await signed(body))).toBe('DP00800001006')
    expect((await money.read('/v1/rsa/encryption-keys')).data).toMatchObject({
      key_id: 101,
      valid_upto: '20-12-2026 10:00:00',
    })
  })
})

describe('a wallet query', () => {
  it("returns the name of a wallet's holder", async () => {
    expect(await money.read('/standard/v1/users/999000001')).toMatchObject({
      data: { msisdn: '999000001', is_barred: false, is_pin_set: true, first_name: expect.any(String) },
      status: { response_code: 'DP02200000001', success: true },
    })
    expect((await money.read('/standard/v1/users/999000032')).data.is_barred).toBe(true)
  })

  it('finds no wallet of a number outside the demo range', async () => {
    for (const msisdn of ['999000031', '888000001', '0999000001']) {
      expect((await money.read(`/standard/v1/users/${msisdn}`)).status.response_code).toBe('DP02200000000')
    }
  })
})
