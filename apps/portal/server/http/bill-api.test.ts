import { money } from '@nyanja/domain/money'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { billOfLine, validateAccount } from '../../contract/bill.ts'
import { initiatePayment } from '../../contract/initiate.ts'
import { sendOtp, verifyOtp } from '../../contract/otp.ts'
import { createTestApp, type TestApp, testKeys, testLines } from '../test-app.ts'
import { type Caller, callerOf } from './test-caller.ts'

const msisdn = testLines.postpaid
const accountNo = '1000000050'
const bill = { accountNo, totalOutstanding: 18_250.75, currency: 'MWK' }
const noAccount = {
  status: 400,
  body: { statusCode: 60005, message: 'There is no account for this number' },
}

let test: TestApp
let call: Caller
beforeEach(async () => {
  const accountOfLine = async (line: string) =>
    line === msisdn ? { account: accountNo, outstanding: money('MWK', 1_825_075) } : undefined
  test = await createTestApp({
    billSource: { accountOfLine, fixedAccount: async () => undefined, openInvoices: async () => [] },
  })
  call = callerOf(test)
})
afterEach(() => test.close())

async function verifiedCode(line: string = msisdn, otpAction: 'INVOICE' | 'BALANCE' = 'INVOICE'): Promise<string> {
  const sent = await call(sendOtp, { data: { text: line, otpAction } })
  const otpId = sent.body.status === 'success' ? sent.body.result.otpId : ''
  await call(verifyOtp, { data: { otpId, otp: await test.codeOn(line) } })
  return otpId
}

describe('POST v1/bill', () => {
  it('tells once what the line owes, to whoever typed the code', async () => {
    const otpId = await verifiedCode()
    expect((await call(billOfLine, { msisdn, otpId })).body).toMatchObject({ status: 'success', result: bill })
    expect(await call(billOfLine, { msisdn, otpId })).toMatchObject({
      status: 400,
      body: { message: 'Please type the code from the SMS first' },
    })
  })

  it('tells nobody else', async () => {
    const otpId = await verifiedCode()
    const others = { 'x-api-key': testKeys.kiosk }
    expect(await call(billOfLine, { msisdn, otpId }, others)).toMatchObject({ status: 400 })
    expect(await call(billOfLine, { msisdn: testLines.hybrid, otpId })).toMatchObject({ status: 400 })
    expect(await call(billOfLine, { msisdn, otpId: await verifiedCode(testLines.hybrid) })).toMatchObject({
      status: 400,
    })
    expect(await call(billOfLine, { msisdn, otpId: await verifiedCode(testLines.prepaid, 'BALANCE') })).toMatchObject({
      status: 400,
    })
  })

  it('says so when there is no account', async () => {
    const otpId = await verifiedCode(testLines.hybrid)
    expect(await call(billOfLine, { msisdn: testLines.hybrid, otpId })).toMatchObject(noAccount)
  })

  it('knows what a number is', async () => {
    expect(await call(billOfLine, { msisdn: '99', otpId: 'x' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid Mobile No' },
    })
  })
})

describe('POST validate/msisdn-account', () => {
  it('tells what the line owes to whoever knows its account', async () => {
    const { body } = await call(validateAccount, { msisdn, accountNo: ' 1000 000 050' })
    expect(body).toMatchObject({ status: 'success', result: bill })
  })

  it('counts guesses, five a day', async () => {
    const guess = () => call(validateAccount, { msisdn, accountNo: '1000000051' })
    for (let tries = 0; tries < 4; tries += 1)
      expect(await guess()).toMatchObject({
        status: 400,
        body: { statusCode: 60119, message: 'The account number does not belong to this mobile number' },
      })
    expect(await guess()).toMatchObject({ body: { statusCode: 2002, message: 'Maximum attempts exhausted' } })
    expect(await call(validateAccount, { msisdn, accountNo })).toMatchObject({ body: { statusCode: 2002 } })
  })

  it('says so when there is no account', async () => {
    expect(await call(validateAccount, { msisdn: testLines.hybrid, accountNo })).toMatchObject(noAccount)
  })

  it.each(['100000005', 'P1000000050', ''])('knows what an account number is: %j', async (typed) => {
    expect(await call(validateAccount, { msisdn, accountNo: typed })).toMatchObject({
      status: 400,
      body: { message: 'Invalid Account Number' },
    })
  })
})

describe('POST initiate of a bill', () => {
  const initiate = (data: object) =>
    call(initiatePayment, {
      data: { mobileNumber: msisdn, transactionType: 'POSTPAID_BILL', paymentMode: 'NYANJA_MONEY_PUSH', ...data },
    })

  it('takes any part of it, to the tambala', async () => {
    const { body } = await initiate({ amount: '18250.75', paymentMobile: testLines.prepaid })
    expect(body).toMatchObject({ status: 'success', result: { transactionId: expect.any(String) } })
  })

  it.each([
    [{ amount: '99' }, 'Minimum amount should be MWK 100'],
    [{ amount: '1500001' }, 'Maximum amount should be MWK 1,500,000'],
    [{ amount: 'all' }, 'Invalid amount'],
    [{ amount: '500', mobileNumber: testLines.prepaid }, 'Invalid Mobile No'],
    [{ amount: '500', mobileNumber: testLines.hybrid }, 'There is no account for this number'],
  ])('refuses %j', async (data, message) => {
    expect(await initiate(data)).toMatchObject({ status: 400, body: { message } })
  })
})
