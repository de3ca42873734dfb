// @ts-nocheck
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryBalance } from '../../contract/balance.ts'
import { initiatePayment } from '../../contract/initiate.ts'
import { sendOtp, verifyOtp } from '../../contract/otp.ts'
import { sendPaymentOtp, verifyPaymentOtp } from '../../contract/payment-otp.ts'
import type { BalanceEntry } from '../subscriber/balance-source.ts'
import { createTestApp, type TestApp, testKeys, testLines } from '../test-app.ts'
import { type Caller, callerOf } from './test-caller.ts'

const msisdn = testLines.prepaid
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
const unproven = { status: 400, body: { statusCode: 400, message: 'Please verify the OTP first' } }

let test: TestApp
let call: Caller
let asked: string[]
beforeEach(async () => {
  asked = []
  const balancesOf = async (line: string) => {
    asked.push(line)
    return entries
  }
  test = await createTestApp({ balanceSource: { balancesOf } })
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
  it('tells once what is left on a line whose holder typed the code', async () => {
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

  it('tells one kind alone where one is named', async () => {
    const { body } = await query({ uniqueCode: await proofForBalance(), serviceType: 'airtime' })
    expect(body).toMatchObject({ result: [airtime] })
  })

  it('shows the airtime before it is taken, and leaves the proof for the payment', async () => {
    const uniqueCode = await proofForPayment()
    for (let look = 0; look < 2; look += 1)
      expect((await query({ uniqueCode })).body).toMatchObject({ result: [airtime] })
    expect((await query({ uniqueCode, serviceType: 'DATA' })).body).toMatchObject({ result: [] })
    const bundle = { mobileNumber: msisdn, productCode: 'MW-D-100', paymentMode: 'AIR_TIME', uniqueCode }
    expect(await call(initiatePayment, { data: bundle })).toMatchObject({ status: 200 })
    expect(await query({ uniqueCode })).toMatchObject(unproven)
  })

  it('tells nothing without a proof of this number and client', async () => {
    const uniqueCode = await proofForBalance()
    for (const data of [{}, { uniqueCode: 'guessed' }, { uniqueCode, msisdn: testLines.hybrid }])
      expect(await query(data)).toMatchObject(unproven)
    expect(await query({ uniqueCode }, kiosk)).toMatchObject(unproven)
    expect(asked).toEqual([])
    expect(await query({ uniqueCode })).toMatchObject({ status: 200 })
  })
})
