import type { BalanceEntry } from '@nyanja/server/subscriber/balances'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryBalance } from '../../../contract/balance.ts'
import { sendOtp, sendPaymentOtp, verifyOtp, verifyPaymentOtp } from '../../../contract/otp.ts'
import { initiatePayment } from '../../../contract/payment.ts'
import { createTestApp, type TestApp, testKeys, testLines } from '../../testing/test-app.ts'
import { type Caller, callerOf } from './test-caller.ts'

const msisdn = testLines.prepaid
const accountContact = testLines.hybrid
const router = { msisdn: testLines.router, requestType: 'BALANCE' }
const kiosk = { 'x-api-key': testKeys.kiosk }
const entries: readonly BalanceEntry[] = [
  { serviceType: 'AIRTIME', description: 'Main balance', balance: '1234.50', unit: 'MWK' },
  { serviceType: 'DATA', description: 'Weekly 2.6GB', balance: '1946', unit: 'MB', endsAt: Date.UTC(2026, 10, 27) },
  { serviceType: 'DATA', description: 'Night', unit: 'MB' },
  { serviceType: 'SMS', description: 'SMS 100', balance: '40', unit: 'SMS' },
]
const airtime = {
  serviceType: 'AIRTIME',
  balanceDescription: 'Main balance',
  balanceType: 'LIMITED',
  balance: 1234.5,
  unitType: 'MWK',
}
const unproven = { status: 400, body: { statusCode: 400, message: 'Please type the code from the SMS first' } }

let test: TestApp
let call: Caller
let requested: string[]
beforeEach(async () => {
  requested = []
  const balancesOf = async (line: string) => {
    requested.push(line)
    return entries
  }
  const contactOf = async (line: string) => (line === testLines.router ? accountContact : undefined)
  test = await createTestApp({ balanceSource: { balancesOf }, contactSource: { contactOf } })
  call = callerOf(test)
})
afterEach(() => test.close())

async function proofForBalance(): Promise<string> {
  const sent = await call(sendOtp, { data: { text: msisdn, otpAction: 'BALANCE' } })
  const otpId = sent.body.status === 'success' ? sent.body.result.otpId : ''
  const { body } = await call(verifyOtp, { data: { otpId, otp: await test.codeOn(msisdn) } })
  return body.status === 'success' ? body.result.uniqueCode : ''
}

async function proofForPayment(): Promise<string> {
  const sent = await call(sendPaymentOtp, { data: { msisdn } })
  const refId = sent.body.status === 'success' ? sent.body.result.refId : ''
  const { body } = await call(verifyPaymentOtp, { data: { refId, otp: await test.codeOn(msisdn) } })
  return body.status === 'success' ? body.result.uniqueCode : ''
}

const query = (data: object, headers = {}) => call(queryBalance, { data: { msisdn, ...data } }, headers)

describe('POST query-balance', () => {
  it('returns the balances of a line once, after its holder entered the code', async () => {
    const uniqueCode = await proofForBalance()
    expect((await query({ uniqueCode })).body).toEqual({
      statusCode: 200,
      status: 'success',
      result: [
        airtime,
        {
          serviceType: 'DATA',
          balanceDescription: 'Weekly 2.6GB',
          balanceType: 'LIMITED',
          balance: 1946,
          unitType: 'MB',
          expireTime: '2026-11-27T00:00:00.000Z',
        },
        {
          serviceType: 'DATA',
          balanceDescription: 'Night',
          balanceType: 'UNLIMITED',
          balance: -1,
          unitType: 'MB',
        },
      ],
    })
    expect(await query({ uniqueCode })).toMatchObject(unproven)
  })

  it('returns one kind alone when the call names one', async () => {
    const { body } = await query({ uniqueCode: await proofForBalance(), serviceType: 'airtime' })
    expect(body).toMatchObject({ result: [airtime] })
  })

  it('shows the airtime before a payment, and leaves the proof for the payment', async () => {
    const uniqueCode = await proofForPayment()
    for (let look = 0; look < 2; look += 1)
      expect((await query({ uniqueCode })).body).toMatchObject({ result: [airtime] })
    expect((await query({ uniqueCode, serviceType: 'DATA' })).body).toMatchObject({ result: [] })
    const bundle = { mobileNumber: msisdn, productCode: 'MW-D-100', paymentMode: 'AIR_TIME', uniqueCode }
    expect(await call(initiatePayment, { data: bundle })).toMatchObject({ status: 200 })
    expect(await query({ uniqueCode })).toMatchObject(unproven)
  })

  it('returns nothing without a proof of this number and client', async () => {
    const uniqueCode = await proofForBalance()
    for (const data of [{}, { uniqueCode: 'guessed' }, { uniqueCode, msisdn: testLines.hybrid }])
      expect(await query(data)).toMatchObject(unproven)
    expect(await query({ uniqueCode }, kiosk)).toMatchObject(unproven)
    expect(requested).toEqual([])
    expect(await query({ uniqueCode })).toMatchObject({ status: 200 })
  })
})

describe('POST query-balance for a router', () => {
  async function proofFor(text = accountContact, otpId?: string): Promise<string> {
    const refId = otpId ?? (await askForCode()).txnRefId
    const { body } = await call(verifyOtp, { data: { otpId: refId, otp: await test.codeOn(text) } })
    return body.status === 'success' ? body.result.uniqueCode : ''
  }

  async function askForCode() {
    const { body } = await query(router)
    if (body.status !== 'success' || Array.isArray(body.result)) throw new Error('No code was sent')
    return body.result
  }

  it('sends the code to the account contact, and names that number masked', async () => {
    const { status, body } = await query(router)
    expect(status).toBe(200)
    expect(body).toEqual({
      statusCode: 200,
      status: 'success',
      result: { otpRecipient: '099•••••69', txnRefId: expect.stringMatching(/^\w{26}$/) },
    })
    expect(await test.codeOn(accountContact)).toMatch(/^\d{6}$/)
    expect(requested).toEqual([])
  })

  it('returns the balances once to the contact who entered the code', async () => {
    const uniqueCode = await proofFor()
    const { body } = await query({ msisdn: testLines.router, uniqueCode })
    expect(body).toMatchObject({ result: [airtime, { serviceType: 'DATA' }, { balanceType: 'UNLIMITED' }] })
    expect(requested).toEqual([testLines.router])
    expect(await query({ msisdn: testLines.router, uniqueCode })).toMatchObject(unproven)
  })

  it('refuses the proof of another line or of another client', async () => {
    const uniqueCode = await proofFor()
    expect(await query({ msisdn: testLines.prepaid, uniqueCode })).toMatchObject(unproven)
    expect(await query({ msisdn: testLines.router, uniqueCode }, kiosk)).toMatchObject(unproven)
    expect(await query({ msisdn: testLines.router, uniqueCode })).toMatchObject({ status: 200 })
  })

  it('shows a payer of airtime no other line', async () => {
    const uniqueCode = await proofForPayment()
    expect(await query({ msisdn: testLines.router, uniqueCode })).toMatchObject(unproven)
  })

  it.each(['wrong', 'exhausted'])('returns nothing for a code that is %s', async (ending) => {
    const { txnRefId: otpId } = await askForCode()
    const right = await test.codeOn(accountContact)
    const otp = right === '111111' ? '222222' : '111111'
    const tries = ending === 'wrong' ? 1 : 5
    const answers = []
    for (let each = 0; each < tries; each += 1) answers.push((await call(verifyOtp, { data: { otpId, otp } })).body)
    expect(answers.at(-1)).toMatchObject({ statusCode: ending === 'wrong' ? 2003 : 2002 })
    expect((await proofFor(accountContact, otpId)) === '').toBe(ending === 'exhausted')
  })

  it('requires a challenge once too many codes have gone to one number', async () => {
    let last = await query(router)
    for (let sends = 0; sends < 6 && last.status === 200; sends += 1) {
      test.clock.ms += 61_000
      last = await query(router)
    }
    expect(last).toMatchObject({ status: 429, body: { statusCode: 502, result: { challenge: {} } } })
  })

  it.each([testLines.prepaid, testLines.postpaid, '991111111', 'x'])('sends nothing for %s', async (number) => {
    expect(await query({ msisdn: number, requestType: 'BALANCE' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid Mobile No' },
    })
  })
})
