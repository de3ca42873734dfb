import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWallets } from './fixture.ts'

let wallets: Awaited<ReturnType<typeof openWallets>>

beforeAll(async () => {
  wallets = await openWallets()
})
beforeEach(() => wallets.startOver())
afterAll(() => wallets.close())

const holder = { msisdn: '265999000001', paymentMode: 'KS' }
const send = async (changes = {}) => (await wallets.post('/otp/send', { ...holder, ...changes })).json()
const resend = async (refId: string) => (await wallets.post('/otp/resend', { refId })).json()
const verify = async (refId: string, otp: string, changes = {}) =>
  (await wallets.post('/otp/verify', { ...holder, refId, otp, ...changes })).json()
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const sent = async (changes = {}): Promise<string> => (await send(changes)).result.refId

describe('access to the wallet API', () => {
  it('is granted to a merchant for 300 seconds, as a number', async () => {
    const credentials = { client_id: 'nyanja-sandbox', client_secret: 'nyanja-sandbox-secret' }
    const answer = await wallets.post('/oauth/token', { ...credentials, grant_type: 'client_credentials' })
    expect(answer.json()).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 300 })
    wallets.pass(299_999)
    expect((await wallets.post('/otp/send', holder)).statusCode).toBe(200)
    wallets.pass(1)
    expect((await wallets.post('/otp/send', holder)).statusCode).toBe(401)
  })

  it.each([
    [{ client_secret: 'x', grant_type: 'client_credentials' }, 401, 'invalid_client'],
    [{ client_secret: 'nyanja-sandbox-secret' }, 400, 'unsupported_grant_type'],
  ])('is denied for %j', async (changes, status, error) => {
    const answer = await wallets.post('/oauth/token', { client_id: 'nyanja-sandbox', ...changes })
    expect([answer.statusCode, answer.json().error]).toEqual([status, error])
  })

  it.each([
    [{ authorization: 'Bearer X' }, 401, 'invalid_token'],
    [{ 'x-opco': 'ZM' }, 400, 'invalid_request'],
    [{ 'x-request-id': '' }, 400, 'invalid_request'],
  ])('requires the headers of every call: %j', async (headers, status, error) => {
    const answer = await wallets.post('/otp/send', holder, headers)
    expect([answer.statusCode, answer.json().error]).toEqual([status, error])
  })
})

describe('a wallet code', () => {
  it('is sent as a text that phones can fill in, from the wallet with that name', async () => {
    expect(await send()).toEqual({
      statusCode: 200,
      status: 'success',
      message: 'Success',
      result: { refId: expect.any(String), expiresIn: 300, resendAfter: 60 },
    })
    const { from, text } = await wallets.inspect('/sms/latest?msisdn=999000001')
    expect(from).toBe('SmartCash')
    expect(text).toMatch(/^(\d{6}) is your SmartCash code\. Do not share it\.\n\n@portal\.example #\1$/)
  })

  it('returns a token for ten minutes, once, when it is correct', async () => {
    const refId = await sent()
    const code = await wallets.code()
    expect((await verify(refId, code)).result).toEqual({
      tokenType: 'Bearer',
      accessToken: expect.any(String),
      expiresIn: 600,
    })
    expect(await verify(refId, code)).toMatchObject({ statusCode: 400, status: 'failure' })
  })

  it('counts wrong tries until its reference is locked', async () => {
    const refId = await sent()
    const code = await wallets.code()
    for (const attemptsLeft of [4, 3, 2, 1]) {
      expect(await verify(refId, other(code))).toMatchObject({ statusCode: 2003, result: { attemptsLeft } })
    }
    expect((await verify(refId, other(code))).statusCode).toBe(2002)
    expect((await verify(refId, code)).statusCode).toBe(2002)
    wallets.pass(60_000)
    expect((await resend(refId)).statusCode).toBe(2002)
  })

  it('invalidates the previous one when it is sent again, and keeps the count', async () => {
    const refId = await sent()
    const first = await wallets.code()
    await verify(refId, other(first))
    wallets.pass(60_000)
    expect((await resend(refId)).result).toEqual({ refId })
    const second = await wallets.code()
    if (second !== first) expect((await verify(refId, first)).statusCode).toBe(2003)
    expect((await verify(refId, second)).statusCode).toBe(200)
  })

  it('is invalid after five minutes, and for another wallet', async () => {
    const refId = await sent()
    const code = await wallets.code()
    for (const changes of [{ paymentMode: 'NYANJA_MONEY' }, { msisdn: '265999000002' }]) {
      expect((await verify(refId, code, changes)).statusCode).toBe(400)
    }
    wallets.pass(299_999)
    await wallets.logIn()
    expect((await verify(refId, code)).statusCode).toBe(200)
    const late = await sent()
    wallets.pass(300_000)
    await wallets.logIn()
    expect((await verify(late, await wallets.code())).statusCode).toBe(400)
  })

  it('is sent once a minute and fifteen times a day, until one is entered', async () => {
    const refId = await sent()
    expect([(await send()).statusCode, (await resend(refId)).statusCode]).toEqual([502, 502])
    expect((await send({ paymentMode: 'NYANJA_MONEY' })).statusCode).toBe(200)
    for (let codes = 1; codes < 15; codes++) {
      wallets.pass(60_000)
      await wallets.logIn()
      expect((await resend(refId)).statusCode).toBe(200)
    }
    wallets.pass(60_000)
    await wallets.logIn()
    expect((await send()).statusCode).toBe(502)
    await verify(refId, await wallets.code())
    expect((await send()).statusCode).toBe(200)
  })

  it.each([
    [{ msisdn: '265999000031' }, 4001],
    [{ msisdn: '265888000001' }, 4001],
    [{ msisdn: '999000001' }, 400],
    [{ paymentMode: 'CASH' }, 400],
  ])('is not sent for %j', async (changes, statusCode) => {
    expect((await send(changes)).statusCode).toBe(statusCode)
    expect(await wallets.inspect('/sms')).toEqual([])
  })
})
