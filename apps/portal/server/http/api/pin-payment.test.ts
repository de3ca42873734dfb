import { minute } from '@nyanja/domain/time'
import { openTestWallet } from '@nyanja/server/adapters/pin-wallet/test-wallet'
import { testSandbox } from '@nyanja/server/adapters/sandbox.contract'
import { sealFor } from '@nyanja/server/testing/test-seal'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sendPaymentOtp } from '../../../contract/otp.ts'
import { initiatePayment } from '../../../contract/payment.ts'
import type { AwaitsPin } from '../../../contract/pin-key.ts'
import { authInitiate, authProcess, verifyUser } from '../../../contract/pin-payment.ts'
import { transactionStatus } from '../../../contract/transaction.ts'
import { createTestApp, type TestApp, testKeys, testLines } from '../../testing/test-app.ts'
import { callerOf } from './test-caller.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const sandbox = testSandbox()
const kiosk = { 'x-api-key': testKeys.kiosk }
const Text = z.object({ text: z.string() })
const untied = { status: 401, body: { statusCode: 401, message: 'Please type the code from the SMS first' } }

const wallets = {
  'nyanja-money-pin': { paymentMode: 'NYANJA_MONEY', wrongPin: 1004 },
  smartcash: { paymentMode: 'KS', wrongPin: '56D005' },
} as const
type Name = keyof typeof wallets

const openWallet = (name: Name) =>
  openTestWallet(sandbox.url, {
    name,
    paymentMode: wallets[name].paymentMode,
    firstEnquiryAfterMs: 0,
    now: () => noon,
  })

// A wallet gets one code a minute, so each test has a number of its own.
let last = 999_000_200
const nextNumber = () => String(++last)

describe('paying by PIN from another channel', () => {
  const opened: TestApp[] = []
  afterEach(async () => {
    for (const test of opened.splice(0)) await test.close()
  })

  async function setUp(name: Name = 'smartcash') {
    const logged: string[] = []
    const test = await createTestApp({
      lineSource: { lineOf: async () => ({ found: true, lineType: 'PREPAID', isBroadband: false }) },
      wallets: { 'nyanja-money-pin': openWallet('nyanja-money-pin'), smartcash: openWallet('smartcash') },
      log: { write: (line) => logged.push(line) },
    })
    opened.push(test)
    const call = callerOf(test)
    const { paymentMode } = wallets[name]
    const payer = nextNumber()
    const codeOn = async (msisdn: string) =>
      Text.parse(await sandbox.control(`/sms/latest?msisdn=${msisdn}`)).text.slice(0, 6)

    async function sent(msisdn = payer): Promise<string> {
      const { body } = await call(sendPaymentOtp, { data: { msisdn, paymentMode } })
      if (body.status !== 'success') throw new Error(body.message)
      return body.result.refId
    }

    async function token(msisdn = payer): Promise<string> {
      const data = { refId: await sent(msisdn), otp: await codeOn(msisdn), username: msisdn, paymentMode }
      const { body } = await call(verifyUser, { data })
      if (body.status !== 'success') throw new Error(body.message)
      return `${body.result.tokenType} ${body.result.accessToken}`
    }

    const purchase = { amount: 200, mobileNumber: testLines.prepaid, paymentMobile: payer, paymentMode }
    const initiate = (authorization: string, data: object = {}, headers = {}) =>
      call(authInitiate, { data: { ...purchase, ...data } }, { authorization, ...headers })

    async function begun(authorization: string, data: object = {}): Promise<AwaitsPin> {
      const { body } = await initiate(authorization, data)
      if (body.status !== 'success') throw new Error(body.message)
      return body.result
    }

    async function sealed({ encryptionKeyDetails }: AwaitsPin, pin: string): Promise<string> {
      const { key, walletTransactionId, nonce } = encryptionKeyDetails
      return sealFor({ publicKey: key }, `v1|${walletTransactionId}|${nonce}|${pin}`)
    }

    async function type(authorization: string, waiting: AwaitsPin, pin: string) {
      const data = { transactionId: waiting.transactionId, paymentMode, amPin: await sealed(waiting, pin) }
      return call(authProcess, { data }, { authorization })
    }

    async function statusOf(tid: string): Promise<unknown> {
      test.clock.ms += minute
      await test.doDueWork()
      const { body } = await call(transactionStatus, { tid })
      return body.status === 'success' ? body.result : body
    }
    return { ...test, call, payer, logged, codeOn, sent, token, initiate, begun, sealed, type, statusOf, paymentMode }
  }

  it.each(['smartcash', 'nyanja-money-pin'] as const)('charges %s', async (name) => {
    const { token, begun, type, statusOf, logged, paymentMode } = await setUp(name)
    const authorization = await token()
    const waiting = await begun(authorization)
    expect(waiting).toEqual({
      transactionId: expect.stringMatching(/^\w{30}$/),
      attemptsLeft: 5,
      encryptionKeyDetails: {
        keyId: expect.any(String),
        algorithm: 'RSA-OAEP-256',
        key: expect.any(String),
        nonce: expect.any(String),
        walletTransactionId: expect.any(String),
        expiresIn: 180,
      },
    })
    const { transactionId } = waiting
    const { body } = await type(authorization, waiting, '1234')
    expect(body).toMatchObject({ result: { transactionId, transactionStatus: 'IN_PROCESS' } })
    expect(await statusOf(transactionId)).toMatchObject({ status: 'SUCCESS', paymentMode, amount: 200 })
    expect(logged.join()).not.toContain(authorization.slice(7))
  })

  it.each(['smartcash', 'nyanja-money-pin'] as const)('lets the customer retype a wrong PIN of %s', async (name) => {
    const { token, begun, type, statusOf } = await setUp(name)
    const authorization = await token()
    const waiting = await begun(authorization)
    const { transactionId } = waiting
    const wrong = await type(authorization, waiting, '0000')
    expect(wrong).toMatchObject({
      status: 400,
      body: {
        statusCode: wallets[name].wrongPin,
        message: 'Please enter correct PIN',
        result: { transactionId, attemptsLeft: 4, encryptionKeyDetails: { algorithm: 'RSA-OAEP-256' } },
      },
    })
    const repeated = await begun(authorization, { txnId: transactionId })
    expect(repeated).toMatchObject({ transactionId, attemptsLeft: 4 })
    expect(await type(authorization, repeated, '1234')).toMatchObject({ status: 200 })
    expect(await statusOf(transactionId)).toMatchObject({ status: 'SUCCESS' })
  })

  it.each([
    ['smartcash', 'Your Smart Cash wallet has been blocked due to too many incorrect PIN attempts.'],
    ['nyanja-money-pin', 'Your Nyanja Money wallet has been blocked due to too many incorrect PIN attempts'],
  ] as const)('ends with 1006 when the PIN of %s was wrong too often', async (name, message) => {
    const { token, begun, type, statusOf } = await setUp(name)
    const authorization = await token()
    let waiting = await begun(authorization)
    const { transactionId } = waiting
    for (let tries = 0; tries < 4; tries += 1) {
      await type(authorization, waiting, '0000')
      waiting = await begun(authorization, { txnId: transactionId })
    }
    const blocked = await type(authorization, waiting, '0000')
    expect(blocked).toMatchObject({ body: { statusCode: 1006, message, result: { transactionId } } })
    expect(await statusOf(transactionId)).toMatchObject({ status: 'FAILED', statusReason: message })
  })

  it('answers 4001 for a number without a wallet, and 2003 and 2002 for a wrong code', async () => {
    const { call, sent, codeOn, paymentMode } = await setUp()
    const none = await call(sendPaymentOtp, { data: { msisdn: '999000031', paymentMode } })
    // The message is the wallet's own.
    expect(none).toMatchObject({ status: 400, body: { statusCode: 4001, message: 'This number has no wallet' } })
    const refId = await sent()
    const otp = (await codeOn(String(last))) === '111111' ? '222222' : '111111'
    for (const attemptsLeft of [4, 3, 2, 1])
      expect(await call(verifyUser, { data: { refId, otp } })).toMatchObject({
        body: { statusCode: 2003, result: { attemptsLeft } },
      })
    expect(await call(verifyUser, { data: { refId, otp } })).toMatchObject({ body: { statusCode: 2002 } })
  })

  it('spends no attempt on a code that was sent for another number, wallet or client', async () => {
    const { call, sent, codeOn, payer } = await setUp()
    const refId = await sent()
    const otp = await codeOn(payer)
    const expired = {
      status: 400,
      body: { statusCode: 400, message: 'This code is too old. Please ask for another one' },
    }
    for (const other of [{ username: nextNumber() }, { username: 'x' }, { paymentMode: 'NYANJA_MONEY' }])
      expect(await call(verifyUser, { data: { refId, otp, ...other } })).toMatchObject(expired)
    expect(await call(verifyUser, { data: { refId, otp } }, kiosk)).toMatchObject(expired)
    expect(await call(verifyUser, { data: { refId, otp, username: payer } })).toMatchObject({ status: 200 })
  })

  it('requires a token of this number, wallet and client', async () => {
    const { call, token, initiate, begun, payer } = await setUp()
    const { authorization: _, ...none } = { authorization: '' }
    const data = { mobileNumber: testLines.prepaid, amount: 200, paymentMode: 'KS', paymentMobile: payer }
    expect(await call(authInitiate, { data }, none)).toMatchObject(untied)
    for (const guessed of ['Bearer guessed', 'Basic guessed', 'Bearer', 'guessed'])
      expect(await initiate(guessed)).toMatchObject(untied)
    const authorization = await token()
    expect(await initiate(authorization, { paymentMobile: nextNumber() })).toMatchObject(untied)
    expect(await initiate(authorization, { paymentMode: 'NYANJA_MONEY' })).toMatchObject(untied)
    expect(await initiate(authorization, {}, kiosk)).toMatchObject(untied)
    expect((await begun(authorization)).attemptsLeft).toBe(5)
  })

  it('pays for one order with a token, however many payments begin with it', async () => {
    const { token, initiate } = await setUp()
    const authorization = await token()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => initiate(authorization)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  })

  it('refuses to continue a payment of another order or client', async () => {
    const { token, begun, initiate, call, sealed } = await setUp()
    const first = await token()
    const waiting = await begun(first)
    const payer = nextNumber()
    const second = await token(payer)
    await begun(second, { paymentMobile: payer })
    const { transactionId } = waiting
    const data = { transactionId, amPin: await sealed(waiting, '1234') }
    expect(await call(authProcess, { data }, { authorization: second })).toMatchObject(untied)
    expect(await initiate(second, { txnId: transactionId })).toMatchObject(untied)
    expect(await call(authProcess, { data }, { authorization: first, ...kiosk })).toMatchObject({ status: 404 })
    expect(await initiate(first, { txnId: transactionId }, kiosk)).toMatchObject({ status: 404 })
    expect(await initiate(first, { txnId: "' or 1=1" })).toMatchObject({ status: 404 })
    expect(await call(authProcess, { data }, { authorization: first })).toMatchObject({ status: 200 })
  })

  it('refuses a PIN in the clear, and one that was encrypted for another payment', async () => {
    const { token, begun, call, sealed, logged } = await setUp()
    const authorization = await token()
    const waiting = await begun(authorization)
    const { transactionId } = waiting
    const clear = await call(authProcess, { data: { transactionId, amPin: '1234' } }, { authorization })
    expect(clear).toMatchObject({ status: 400, body: { message: 'Invalid data.amPin' } })

    const { key } = waiting.encryptionKeyDetails
    const elsewhere = await sealFor({ publicKey: key }, 'v1|W-another|nonce|1234')
    expect(await call(authProcess, { data: { transactionId, amPin: elsewhere } }, { authorization })).toMatchObject({
      status: 400,
      body: { statusCode: 400, result: { transactionId, attemptsLeft: 5 } },
    })
    const repeated = await begun(authorization, { txnId: transactionId })
    const amPin = await sealed(repeated, '1234')
    expect(await call(authProcess, { data: { transactionId, amPin } }, { authorization })).toMatchObject({
      status: 200,
    })
    expect(logged.join()).not.toContain(amPin.slice(0, 40))
  })

  it('sends PINs through one route and everything else through another', async () => {
    const { call, initiate, token, payer } = await setUp()
    const unavailable = { status: 400, body: { message: 'This payment option is not available' } }
    const authorization = await token()
    const data = { amount: 200, mobileNumber: testLines.prepaid, paymentMobile: payer, paymentMode: 'KS' }
    expect(await call(initiatePayment, { data })).toMatchObject(unavailable)
    expect(await initiate(authorization, { paymentMode: 'NYANJA_MONEY_PUSH' })).toMatchObject(unavailable)
  })

  it('can be initiated again when the wallet was silent', async () => {
    const { token, initiate, begun, type } = await setUp()
    const authorization = await token()
    await sandbox.injectFault({ provider: 'wallet', operation: 'initiate', kind: 'reset_before' })
    const silent = await initiate(authorization)
    expect(silent).toMatchObject({ status: 504, body: { result: { transactionStatus: 'IN_PROCESS' } } })
    const txnId = z.object({ result: z.object({ transactionId: z.string() }) }).parse(silent.body).result.transactionId
    const waiting = await begun(authorization, { txnId })
    expect(waiting.transactionId).toBe(txnId)
    expect(await type(authorization, waiting, '1234')).toMatchObject({ status: 200 })
  })
})
