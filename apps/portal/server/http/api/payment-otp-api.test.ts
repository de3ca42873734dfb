import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { minute } from '@nyanja/domain/time'
import { otherThan } from '@nyanja/server/db/otp/test-codes'
import { createRateStore } from '@nyanja/server/db/rate-limits/rate-counters'
import { MethodSwitches } from '@nyanja/server/payments/methods'
import { sealFor } from '@nyanja/server/testing/test-seal'
import { afterEach, describe, expect, it } from 'vitest'
import type { Operation } from '../../../contract/fields.ts'
import { resendPaymentOtp, sendOtp, sendPaymentOtp, verifyOtp, verifyPaymentOtp } from '../../../contract/otp.ts'
import { productConfig } from '../../../contract/product.ts'
import { createTestApp, type TestApp, testKeys, testLines } from '../../testing/test-app.ts'
import { callerOf } from './test-caller.ts'

const msisdn = testLines.prepaid
const request = { data: { msisdn: `0${msisdn}` } }
const kiosk = { 'x-api-key': testKeys.kiosk }
const expired = { status: 400, body: { statusCode: 400, message: 'This code is too old. Please ask for another one' } }

describe('codes before a payment', () => {
  const opened: TestApp[] = []
  afterEach(async () => {
    for (const test of opened.splice(0)) await test.close()
  })

  async function setUp() {
    const logged: string[] = []
    const test = await createTestApp({ log: { write: (line) => logged.push(line) } })
    opened.push(test)
    const call = callerOf(test)

    async function sent(): Promise<string> {
      const { body } = await call(sendPaymentOtp, request)
      if (body.status !== 'success') throw new Error(body.message)
      return body.result.refId
    }

    /** Encrypts a code as a channel does that has read the product configuration. */
    async function sealed(text: string): Promise<{ otp: string; keyId: string }> {
      const { body } = await call(productConfig, {})
      if (body.status !== 'success') throw new Error(body.message)
      const { keyId, algorithm, key } = body.result.configData.encryptionKeyDetails
      expect(algorithm).toBe('RSA-OAEP-256')
      return { otp: await sealFor({ publicKey: key }, text), keyId }
    }
    return { ...test, call, sent, sealed, logged, code: () => test.codeOn(msisdn) }
  }

  it('are sent under a refId and exchanged for a proof', async () => {
    const { call, code } = await setUp()
    const { status, body } = await call(sendPaymentOtp, request)
    expect(status).toBe(200)
    expect(body).toEqual({
      statusCode: 200,
      status: 'success',
      result: { refId: expect.stringMatching(/^\w{26}$/), resendAfter: 60 },
    })
    const refId = body.status === 'success' ? body.result.refId : ''
    expect((await call(verifyPaymentOtp, { data: { refId, otp: await code() } })).body).toEqual({
      statusCode: 200,
      status: 'success',
      result: { refId, uniqueCode: expect.stringMatching(/^\w{26}$/) },
    })
  })

  it.each(['AIR_TIME', 'HBB_AIRTIME', 'air_time'])('are sent for the payment mode %s', async (paymentMode) => {
    const { call } = await setUp()
    expect(await call(sendPaymentOtp, { data: { msisdn, paymentMode } })).toMatchObject({ status: 200 })
  })

  it.each(['PAYMENT_GATEWAY', 'NYANJA_MONEY_PUSH', 'MPESA', 'BARTER'])('are not sent for %s', async (paymentMode) => {
    const { call } = await setUp()
    expect(await call(sendPaymentOtp, { data: { msisdn, paymentMode } })).toMatchObject({
      status: 400,
      body: { statusCode: 400, message: 'This payment option is not available' },
    })
  })

  it('are not sent while staff have switched airtime off', async () => {
    const { call, stores, clock } = await setUp()
    const switches = new MethodSwitches({ store: stores.switches, now: () => clock.ms })
    await switches.disable('airtime', { who: 'thoko', reason: 'the BSS is slow' })
    expect(await call(sendPaymentOtp, request)).toMatchObject({ status: 400 })
  })

  it('count wrong codes down with 2003 and end with 2002', async () => {
    const { call, sent, code, clock } = await setUp()
    const refId = await sent()
    const otp = otherThan(await code())
    for (const attemptsLeft of [4, 3, 2, 1]) {
      expect((await call(verifyPaymentOtp, { data: { refId, otp } })).body).toEqual({
        statusCode: 2003,
        status: 'failure',
        message: 'Please enter correct OTP',
        result: { attemptsLeft },
      })
    }
    const exhausted = { status: 400, body: { statusCode: 2002, message: 'Maximum attempts exhausted' } }
    expect(await call(verifyPaymentOtp, { data: { refId, otp } })).toMatchObject(exhausted)
    clock.ms += minute
    expect(await call(resendPaymentOtp, { data: { refId } })).toMatchObject(exhausted)
    expect(await call(verifyPaymentOtp, { data: { refId, otp: await code() } })).toMatchObject(exhausted)
  })

  it('are sent again under the same refId, which voids the one before', async () => {
    const { call, sent, code, clock } = await setUp()
    const refId = await sent()
    const first = await code()
    clock.ms += minute
    expect((await call(resendPaymentOtp, { data: { refId } })).body).toEqual({
      statusCode: 200,
      status: 'success',
      result: { refId, resendAfter: 60 },
    })
    const second = await code()
    if (first !== second)
      expect(await call(verifyPaymentOtp, { data: { refId, otp: first } })).toMatchObject({ status: 400 })
    expect(await call(verifyPaymentOtp, { data: { refId, otp: second } })).toMatchObject({ status: 200 })
  })

  it('name the seconds to wait where one went out a moment ago, whichever client asks', async () => {
    const { call, sent } = await setUp()
    const wait = {
      status: 429,
      headers: { 'retry-after': '60' },
      body: { statusCode: 429, message: 'Please wait 60 seconds before you ask for another code' },
    }
    expect(await call(resendPaymentOtp, { data: { refId: await sent() } })).toMatchObject(wait)
    expect(await call(sendPaymentOtp, request, kiosk)).toMatchObject(wait)
  })

  it('are invalid as codes for bills and balances, and the other way round', async () => {
    const { call, sent, code, clock } = await setUp()
    const refId = await sent()
    expect(await call(verifyOtp, { data: { otpId: refId, otp: await code() } })).toMatchObject(expired)
    clock.ms += minute
    const bill = await call(sendOtp, { data: { text: msisdn, otpAction: 'INVOICE' } })
    const otpId = bill.body.status === 'success' ? bill.body.result.otpId : ''
    expect(await call(verifyPaymentOtp, { data: { refId: otpId, otp: await code() } })).toMatchObject(expired)
  })

  it('are unknown to another client', async () => {
    const { call, sent, code, clock } = await setUp()
    const refId = await sent()
    expect(await call(verifyPaymentOtp, { data: { refId, otp: await code() } }, kiosk)).toMatchObject(expired)
    clock.ms += minute
    expect(await call(resendPaymentOtp, { data: { refId } }, kiosk)).toMatchObject(expired)
  })

  it('answer 502 in the body of a 429 beyond the limit of a number, whichever client asks', async () => {
    const { call, clock } = await setUp()
    for (let round = 0; round < 5; round += 1) {
      expect(await call(sendPaymentOtp, request, round % 2 === 0 ? {} : kiosk)).toMatchObject({ status: 200 })
      clock.ms += 10 * minute
    }
    for (const headers of [{}, kiosk])
      expect(await call(sendPaymentOtp, request, headers)).toMatchObject({
        status: 429,
        headers: { 'retry-after': '60' },
        body: { statusCode: 502, message: 'max limit exhausted, please try after sometime.' },
      })
  })

  it('require a challenge from a client that has spent its own budget, and not from another', async () => {
    const { call, database, clock } = await setUp()
    const { windowMs, hardLimit } = ratePolicies.code_message.channel
    const key = { key: 'code_message channel:whatsapp', windowMs }
    await createRateStore(database.db).add([key], { at: clock.ms, spent: hardLimit })
    expect(await call(sendPaymentOtp, request)).toMatchObject({ status: 429, body: { statusCode: 502 } })
    expect(await call(sendPaymentOtp, request, kiosk)).toMatchObject({ status: 200 })
  })

  it('allow five guesses, however many arrive at the same time', async () => {
    const { call, sent, code } = await setUp()
    const refId = await sent()
    const otp = otherThan(await code())
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => call(verifyPaymentOtp, { data: { refId, otp } })),
    )
    const codes = guesses.map(({ body }) => body.statusCode)
    expect(codes.filter((each) => each === 2003)).toHaveLength(4)
    expect(codes.filter((each) => each === 2002)).toHaveLength(26)
    expect(await call(verifyPaymentOtp, { data: { refId, otp: await code() } })).toMatchObject({ status: 400 })
  })

  it('may be encrypted, and are then stored and logged nowhere in the clear', async () => {
    const { call, sent, code, sealed, logged, database } = await setUp()
    const refId = await sent()
    const otp = await code()
    expect(await call(verifyPaymentOtp, { data: { refId, ...(await sealed(`v1|${refId}|${otp}`)) } })).toMatchObject({
      status: 200,
      body: { result: { refId } },
    })
    const kept = await Promise.all(
      (['one_time_codes', 'messages', 'idempotency'] as const).map((table) =>
        database.db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(logged.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(otp)
    expect(logged.join()).not.toContain(otp)
  })

  it('are reported and cost no attempt when they cannot be decrypted', async () => {
    const { call, sent, code, sealed } = await setUp()
    const refId = await sent()
    const otp = await code()
    const good = await sealed(`v1|${refId}|${otp}`)
    const unreadable = 'The encrypted value cannot be read'
    const bad = [
      [{ ...good, keyId: '0'.repeat(16) }, 'Unknown keyId: get the product configuration again'],
      [{ ...good, otp: good.otp.slice(4) }, unreadable],
      [{ ...good, otp: 'A'.repeat(344) }, unreadable],
      [await sealed(otp), unreadable],
      [await sealed(`v1|another|${otp}`), unreadable],
      [await sealed(`v2|${refId}|${otp}`), unreadable],
      [{ ...good, otp: 'A'.repeat(700) }, 'Invalid data.otp'],
      [{ otp: good.otp }, 'Invalid otp'],
    ] as const
    for (const [data, message] of bad)
      expect(await call(verifyPaymentOtp, { data: { refId, ...data } })).toMatchObject({
        status: 400,
        body: { statusCode: 400, message },
      })
    const wrong = await sealed(`v1|${refId}|${otherThan(otp)}`)
    expect(await call(verifyPaymentOtp, { data: { refId, ...wrong } })).toMatchObject({
      body: { statusCode: 2003, result: { attemptsLeft: 4 } },
    })
    expect(await call(verifyPaymentOtp, { data: { refId, ...good } })).toMatchObject({ status: 200 })
  })

  it.each<[Operation, Record<string, unknown>, string]>([
    [sendPaymentOtp, {}, 'Invalid data'],
    [sendPaymentOtp, { data: { msisdn: '+27821234567' } }, 'Invalid Mobile No'],
    [sendPaymentOtp, { data: { msisdn: '991111111' } }, 'Invalid Mobile No'],
    [resendPaymentOtp, { data: { refId: "' or 1=1" } }, 'Invalid data.refId'],
    [verifyPaymentOtp, { data: { refId: 'x', otp: [] } }, 'Invalid data.otp'],
  ])('refuse unknown members and values: %#', async (operation, input, message) => {
    const { call } = await setUp()
    expect(await call(operation, input)).toMatchObject({ status: 400, body: { statusCode: 400, message } })
  })
})
