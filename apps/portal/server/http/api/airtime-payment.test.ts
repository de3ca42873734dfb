import { minute } from '@nyanja/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { sendOtp, sendPaymentOtp, verifyOtp, verifyPaymentOtp } from '../../../contract/otp.ts'
import { initiatePayment, processPayment } from '../../../contract/payment.ts'
import { transactionStatus } from '../../../contract/transaction.ts'
import { createTestApp, fakeGateway, type Outside, type TestApp, testKeys, testLines } from '../../testing/test-app.ts'
import { callerOf } from './test-caller.ts'

const payer = testLines.hybrid
const purchase = {
  amount: 200,
  mobileNumber: testLines.prepaid,
  paymentMobile: payer,
  paymentMode: 'AIR_TIME',
  transactionType: 'PREPAID_RECHARGE',
}
const kiosk = { 'x-api-key': testKeys.kiosk }
const unproven = {
  status: 400,
  body: { statusCode: 400, status: 'failure', message: 'Please type the code from the SMS first' },
}

describe('paying with airtime from another channel', () => {
  const opened: TestApp[] = []
  afterEach(async () => {
    for (const test of opened.splice(0)) await test.close()
  })

  async function setUp(outside: Partial<Outside> = {}) {
    const test = await createTestApp(outside)
    opened.push(test)
    const call = callerOf(test)

    async function prove(msisdn: string = payer): Promise<string> {
      const sent = await call(sendPaymentOtp, { data: { msisdn } })
      const refId = sent.body.status === 'success' ? sent.body.result.refId : ''
      const { body } = await call(verifyPaymentOtp, { data: { refId, otp: await test.codeOn(msisdn) } })
      if (body.status !== 'success') throw new Error(body.message)
      return body.result.uniqueCode
    }

    const initiate = (data: object, headers: Record<string, string> = {}) =>
      call(initiatePayment, { data: { ...purchase, ...data } }, headers)

    async function initiated(data: object): Promise<string> {
      const { body } = await initiate(data)
      if (body.status !== 'success') throw new Error(body.message)
      return body.result.transactionId
    }
    return { ...test, call, prove, initiate, initiated }
  }

  it('charges the line whose code was entered, and delivers', async () => {
    const { call, prove, initiated, portal, doDueWork, clock } = await setUp()
    const transactionId = await initiated({ uniqueCode: await prove() })
    const { attempt, order } = await portal.progress.payment(transactionId)
    expect(attempt).toMatchObject({ method: 'airtime', payerMsisdn: payer, state: 'created' })
    expect(order).toMatchObject({ channel: 'whatsapp', msisdn: testLines.prepaid })

    const processed = await call(processPayment, { data: { transactionId, paymentMode: 'AIR_TIME' } })
    expect(processed.body).toMatchObject({ result: { transactionId, transactionStatus: 'IN_PROCESS' } })
    clock.ms += minute
    await doDueWork()
    const { body } = await call(transactionStatus, { tid: transactionId })
    expect(body).toMatchObject({ result: { status: 'SUCCESS', paymentMode: 'AIR_TIME', amount: 200 } })
  })

  it('asks for a code first', async () => {
    const { initiate } = await setUp()
    for (const data of [{}, { uniqueCode: null }, { uniqueCode: '' }, { uniqueCode: 'guessed' }])
      expect(await initiate(data)).toMatchObject(unproven)
  })

  it('accepts a proof once, however many calls bring it at the same time', async () => {
    const { prove, initiate } = await setUp()
    const uniqueCode = await prove()
    const answers = await Promise.all(Array.from({ length: 20 }, () => initiate({ uniqueCode })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200)).toHaveLength(19)
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(unproven)
    expect(await initiate({ uniqueCode })).toMatchObject(unproven)
  })

  it('refuses a proof of another number, client or purpose without spending it', async () => {
    const { call, prove, initiate, codeOn, clock } = await setUp()
    const uniqueCode = await prove()
    expect(await initiate({ uniqueCode, paymentMobile: testLines.router })).toMatchObject(unproven)
    expect(await initiate({ uniqueCode }, kiosk)).toMatchObject(unproven)
    expect(await initiate({ uniqueCode })).toMatchObject({ status: 200 })

    clock.ms += minute
    const sent = await call(sendOtp, { data: { text: payer, otpAction: 'BALANCE' } })
    const otpId = sent.body.status === 'success' ? sent.body.result.otpId : ''
    const { body } = await call(verifyOtp, { data: { otpId, otp: await codeOn(payer) } })
    const other = body.status === 'success' ? body.result.uniqueCode : ''
    expect(other).not.toBe('')
    expect(await initiate({ uniqueCode: other })).toMatchObject(unproven)
  })

  it('accepts a proof for ten minutes', async () => {
    const { prove, initiate, clock } = await setUp()
    const uniqueCode = await prove()
    clock.ms += 10 * minute
    expect(await initiate({ uniqueCode })).toMatchObject(unproven)
  })

  it('pays for the line itself too, but not its own airtime', async () => {
    const { prove, initiate } = await setUp()
    const uniqueCode = await prove(testLines.prepaid)
    const own = { uniqueCode, paymentMobile: undefined }
    expect(await initiate(own)).toMatchObject({
      status: 400,
      body: { statusCode: 400, message: 'A line cannot pay for its own airtime' },
    })
    const bundle = { ...own, productCode: 'MW-D-100', transactionType: 'PREPAID_BUNDLES', amount: 300 }
    expect(await initiate(bundle)).toMatchObject({ status: 200 })
  })

  it.each([
    [testLines.postpaid, 'This line has no airtime to pay with'],
    ['991111111', 'Please enter valid Nyanja number'],
  ])('does not pay from %s: %s', async (paymentMobile, message) => {
    const { initiate } = await setUp()
    expect(await initiate({ paymentMobile, uniqueCode: 'any' })).toMatchObject({ status: 400, body: { message } })
  })

  it('reports that the airtime balance is too low', async () => {
    const airtime = fakeGateway('direct', { start: async () => ({ outcome: 'refused', reason: 'insufficient_funds' }) })
    const { call, prove, initiated } = await setUp({ airtime })
    const transactionId = await initiated({ uniqueCode: await prove() })
    expect(await call(processPayment, { data: { transactionId } })).toMatchObject({
      status: 402,
      body: {
        message: "Looks like you don't have sufficient balance",
        result: { transactionId, transactionStatus: 'FAILED' },
      },
    })
  })
})
