import { hour, minute } from '@nyanja/domain/time'
import { openCodes, otherThan, type TestCodesOptions, worked } from '@nyanja/server/db/otp/test-codes'
import { constantLimit } from '@nyanja/server/db/rate-limits/test-limits'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { openMigrated } from '@nyanja/server/db/test-database'
import { sealFor } from '@nyanja/server/testing/test-seal'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import type { Operation } from '../../../contract/fields.ts'
import { resendOtp, sendOtp, verifyOtp } from '../../../contract/otp.ts'
import { testFieldKeys, testKeys } from '../../testing/test-app.ts'
import { findClientAmong, readCallersBy } from './api-serve.ts'
import { serveOneTimeCodes } from './otp-api.ts'
import { callerOf } from './test-caller.ts'

const market = {
  numbers: { countryCode: '265', length: 9, trunk: '0', example: '991234567' },
  languages: [{ code: 'en' }, { code: 'sw', prefix: 'sw' }] as const,
}
const request = { data: { text: '0991234567', text1: '', otpAction: 'INVOICE' } }
const kiosk = { 'x-api-key': testKeys.kiosk }
const limitReached = {
  status: 429,
  headers: { 'retry-after': '60' },
  body: { statusCode: 502, status: 'failure', message: 'max limit exhausted, please try after sometime.' },
}

describe('one-time codes for other channels', () => {
  const databases: OpenDatabase[] = []
  afterEach(async () => {
    for (const { close } of databases.splice(0)) await close()
  })

  async function setUp(options: TestCodesOptions = {}) {
    const database = await openMigrated()
    databases.push(database)
    const service = openCodes(database, options)
    const app = fastify()
    const findClient = findClientAmong(Object.entries(testKeys).map((entry) => entry.join(':')))
    const idempotency = { once: async <T>(_call: unknown, work: () => Promise<T>) => work() }
    serveOneTimeCodes(
      {
        app,
        readCaller: readCallersBy(findClient, 'MW', (text) => text),
        idempotency,
        payments: { beginNew: async () => {} },
        sells: [],
        lookups: constantLimit(),
      },
      {
        codes: service.codes,
        challenges: { createWork: async (level) => ({ parameters: { level }, signature: 'ours' }) },
        fieldKeys: testFieldKeys,
        market: { ...market, languages: [{ code: 'en', name: 'English' }] },
      },
    )
    const call = callerOf({ app })

    async function sent(): Promise<string> {
      const { body } = await call(sendOtp, request)
      if (body.status !== 'success') throw new Error(body.message)
      return body.result.otpId
    }
    return { ...service, call, sent }
  }

  it('are sent, and exchanged for a proof that is valid for this client and purpose', async () => {
    const { call, codes, codeOn } = await setUp()
    const { status, body } = await call(sendOtp, request)
    expect(status).toBe(200)
    expect(body).toEqual({
      statusCode: 200,
      status: 'success',
      result: { otpId: expect.stringMatching(/^\w{26}$/), resendAfter: 60 },
    })
    const otpId = body.status === 'success' ? body.result.otpId : ''

    const verified = await call(verifyOtp, { data: { otp: await codeOn(), otpId } })
    expect(verified.body).toMatchObject({ statusCode: 200, result: { otpId, uniqueCode: expect.any(String) } })
    const uniqueCode = verified.body.status === 'success' ? verified.body.result.uniqueCode : ''
    const binding = { purpose: 'invoice', msisdn: '991234567', subject: 'whatsapp' } as const
    expect(await codes.consume({ uniqueCode }, { ...binding, subject: 'kiosk' })).toBe(false)
    expect(await codes.consume({ uniqueCode }, binding)).toBe(true)
  })

  it('count wrong codes down with 2003 and end with 2002', async () => {
    const { call, sent, codeOn } = await setUp()
    const otpId = await sent()
    const otp = otherThan(await codeOn())
    for (const attemptsLeft of [4, 3, 2, 1]) {
      const { status, body } = await call(verifyOtp, { data: { otp, otpId } })
      expect(status).toBe(400)
      expect(body).toEqual({
        statusCode: 2003,
        status: 'failure',
        message: 'Please enter correct OTP',
        result: { attemptsLeft },
      })
    }
    const exhausted = { status: 400, body: { statusCode: 2002, message: 'Maximum attempts exhausted' } }
    expect(await call(verifyOtp, { data: { otp, otpId } })).toMatchObject(exhausted)
    expect(await call(verifyOtp, { data: { otp: await codeOn(), otpId } })).toMatchObject(exhausted)
    expect(await call(resendOtp, { data: { otpId } })).toMatchObject(exhausted)
  })

  it('are sent again under the same id', async () => {
    const { call, sent, codeOn, clock } = await setUp()
    const otpId = await sent()
    clock.now += minute
    expect((await call(resendOtp, { data: { otpId } })).body).toMatchObject({ result: { otpId, resendAfter: 60 } })
    expect(await call(verifyOtp, { data: { otp: await codeOn(), otpId } })).toMatchObject({ status: 200 })
  })

  it('name the seconds to wait where one went out a moment ago, and are still valid', async () => {
    const { call, sent, codeOn, clock } = await setUp()
    const otpId = await sent()
    clock.now += 17_500
    expect(await call(resendOtp, { data: { otpId } })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '43' },
      body: { statusCode: 429, status: 'failure', message: 'Please wait 43 seconds before you ask for another code' },
    })
    expect(await call(verifyOtp, { data: { otp: await codeOn(), otpId } })).toMatchObject({ status: 200 })
  })

  it('answer 502 in the body of a 429 beyond the limit of a number', async () => {
    const { call, sent, clock } = await setUp()
    for (let round = 0; round < 5; round += 1) {
      await sent()
      clock.now += 10 * minute
    }
    expect(await call(sendOtp, request)).toMatchObject(limitReached)
  })

  it('require a challenge beyond that, which the answer contains', async () => {
    const { call, sent, clock } = await setUp({ challenges: worked })
    for (let round = 0; round < 5; round += 1) {
      await sent()
      clock.now += 10 * minute
    }
    const challenge = { parameters: { level: 3 }, signature: 'ours' }
    expect(await call(sendOtp, request)).toMatchObject({
      status: 429,
      body: { statusCode: 502, result: { challenge } },
    })
    const guessing = { data: { ...request.data, solution: 'guessed' } }
    expect(await call(sendOtp, guessing)).toMatchObject({ status: 429, body: { result: { challenge } } })
    const solved = await call(sendOtp, { data: { ...request.data, solution: 'worked' } })
    expect(solved).toMatchObject({ status: 200 })
    if (solved.body.status !== 'success') throw new Error(solved.body.message)
    clock.now += minute
    const repeated = { otpId: solved.body.result.otpId }
    expect(await call(resendOtp, { data: repeated })).toMatchObject({ status: 429, body: { result: { challenge } } })
    expect(await call(resendOtp, { data: { ...repeated, solution: 'worked' } })).toMatchObject({ status: 200 })
  })

  it('require a challenge from a client that has spent its budget, and not from another', async () => {
    const { call } = await setUp({
      policy: { channel: { windowMs: hour, challengeThresholds: [], hardLimit: 2, counts: 'requests' } },
    })
    const to = (text: string) => ({ data: { ...request.data, text } })
    await call(sendOtp, to('991234561'))
    await call(sendOtp, to('991234562'))
    expect(await call(sendOtp, to('991234563'))).toMatchObject(limitReached)
    expect(await call(sendOtp, to('991234564'), kiosk)).toMatchObject({ status: 200 })
  })

  it('are unknown to another client', async () => {
    const { call, sent, codeOn, clock } = await setUp()
    const otpId = await sent()
    const otp = await codeOn()
    clock.now += minute
    const expired = {
      status: 400,
      body: { statusCode: 400, message: 'This code is too old. Please ask for another one' },
    }
    expect(await call(verifyOtp, { data: { otp, otpId } }, kiosk)).toMatchObject(expired)
    expect(await call(resendOtp, { data: { otpId } }, kiosk)).toMatchObject(expired)
    expect(await call(verifyOtp, { data: { otp, otpId } })).toMatchObject({ status: 200 })
  })

  it('may be encrypted for the id alone under which they were sent', async () => {
    const { call, sent, codeOn } = await setUp()
    const otpId = await sent()
    const { keyId } = testFieldKeys.current
    const sealed = async (id: string) => sealFor(testFieldKeys.current, `v1|${id}|${await codeOn()}`)
    const unreadable = { status: 400, body: { statusCode: 400, message: 'The encrypted value cannot be read' } }
    expect(await call(verifyOtp, { data: { otpId, keyId, otp: await sealed('another') } })).toMatchObject(unreadable)
    expect(await call(verifyOtp, { data: { otpId, keyId, otp: await codeOn() } })).toMatchObject(unreadable)
    expect(await call(verifyOtp, { data: { otpId, keyId, otp: await sealed(otpId) } })).toMatchObject({ status: 200 })
  })

  it('may lack the leading zeros that a channel dropped', async () => {
    const { call, sent, codeOn } = await setUp({ newCode: () => '000042' })
    const otpId = await sent()
    expect(await codeOn()).toBe('000042')
    expect(await call(verifyOtp, { data: { otp: '42', otpId } })).toMatchObject({
      status: 400,
      body: { statusCode: 400 },
    })
    expect(await call(verifyOtp, { data: { otp: 42, otpId } })).toMatchObject({ status: 200 })
  })

  it.each(['', '12', '+27821234567', null, {}])('are not sent to %j', async (text) => {
    const { call, delivered } = await setUp()
    const { status, body } = await call(sendOtp, { data: { ...request.data, text } })
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: 'Invalid Mobile No' })
    expect(await delivered()).toEqual([])
  })

  it("are not sent to a line that is not the contact's", async () => {
    const { call } = await setUp({ isOurLine: async () => false })
    expect(await call(sendOtp, request)).toMatchObject({ status: 400, body: { message: 'Invalid Mobile No' } })
  })

  it.each<[Operation, Record<string, unknown>, string]>([
    [sendOtp, { data: { ...request.data, otpAction: 'AIRTIME' } }, 'Invalid data.otpAction'],
    [sendOtp, {}, 'Invalid data'],
    [resendOtp, { data: { otpId: "' or 1=1" } }, 'Invalid data.otpId'],
    [verifyOtp, { data: { otpId: 'x', otp: 'abcdef' } }, 'Invalid otp'],
    [verifyOtp, { data: { otpId: 'x', otp: '9'.repeat(500) } }, 'Invalid otp'],
    [verifyOtp, { data: { otpId: 'x', otp: [] } }, 'Invalid data.otp'],
  ])('refuse unknown members and values: %#', async (operation, input, message) => {
    const { call } = await setUp()
    expect(await call(operation, input)).toMatchObject({ status: 400, body: { statusCode: 400, message } })
  })
})
