import { day } from '@nyanja/domain/time'
import type { VerificationResult } from '@nyanja/server/payments/payment-gateway'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { initiatePayment, processPayment } from '../../../contract/payment.ts'
import { fetchTransaction, transactionStatus } from '../../../contract/transaction.ts'
import {
  createTestApp,
  fakeGateway,
  type TestApp,
  testCallbackToken,
  testKeys,
  testLines,
} from '../../testing/test-app.ts'
import { type Caller, callerOf } from './test-caller.ts'

const byCard = { amount: 200, mobileNumber: testLines.prepaid, emailId: 'someone@example.mw', paymentGateway: 'dpo' }
const bundle = { ...byCard, amount: 300, productCode: 'MW-D-100' }

let test: TestApp
let call: Caller
let verify: (id: string) => VerificationResult
let verifications = 0

beforeEach(async () => {
  verify = (attemptId) => ({ state: 'captured', attemptId })
  verifications = 0
  test = await createTestApp({
    card: fakeGateway('redirect', {
      verify: async ({ id }) => {
        verifications += 1
        return verify(id)
      },
    }),
  })
  call = callerOf(test)
})
afterEach(() => test.close())

async function initiate(data: Readonly<Record<string, unknown>>): Promise<string> {
  const { body } = await call(initiatePayment, { data })
  if (body.status !== 'success') throw new Error(body.message)
  return body.result.transactionId
}

async function handOver(data: Readonly<Record<string, unknown>>): Promise<string> {
  const transactionId = await initiate(data)
  await call(processPayment, { data: { transactionId } })
  return transactionId
}

const callbacks = '/api/portal-service/transaction/v1/pg-callback'

async function comeBack(tid: string): Promise<void> {
  const { attempt } = await test.portal.progress.payment(tid)
  const query = { CompanyRef: tid, back: attempt.returnToken }
  await test.app.inject({ url: `${callbacks}/status/ORP/dpo`, query })
}

async function callBack(tid: string): Promise<void> {
  await test.app.inject({ method: 'POST', url: `${callbacks}/notify/dpo/${testCallbackToken}`, payload: tid })
}

async function conclude(): Promise<void> {
  test.clock.ms += 60_000
  await test.doDueWork()
}

describe('GET status', () => {
  it('reports a bundle for a router as a broadband recharge', async () => {
    const tid = await initiate({
      ...byCard,
      amount: 60_000,
      productCode: 'HBB-150',
      mobileNumber: testLines.router,
      transactionType: 'BROADBAND_RECHARGE',
    })
    const status = { transactionType: 'BROADBAND_RECHARGE', bundleDescription: '150 GB for the home for thirty days' }
    expect((await call(transactionStatus, { tid })).body).toMatchObject({ result: status })
    expect((await call(fetchTransaction, { txnId: tid })).body).toMatchObject({
      result: { transactionType: 'BROADBAND_RECHARGE', rechargeType: 'Broadband Recharge', productCode: 'HBB-150' },
    })
  })

  it('returns all of a delivered payment, with the number masked', async () => {
    const tid = await handOver(bundle)
    await conclude()
    const { status, body } = await call(transactionStatus, { tid })
    expect(status).toBe(200)
    expect(body).toEqual({
      statusCode: 200,
      status: 'success',
      message: 'Successful',
      result: {
        status: 'SUCCESS',
        transactionStatus: 'SUCCESS',
        transactionId: tid,
        refTransactionId: expect.stringMatching(/^NYA-/),
        transactionDate: '2026-11-20',
        transactionType: 'PREPAID_BUNDLES',
        paymentMode: 'PAYMENT_GATEWAY',
        paymentGateway: 'dpo',
        amount: 300,
        currencyCode: 'MWK',
        mobileNumber: '099•••••67',
        msisdn: '099•••••67',
        bundleDescription: '100 MB of data for one day',
      },
    })
  })

  it('follows a payment from its registration to its end', async () => {
    const statusOf = async (tid: string) => {
      const { body } = await call(transactionStatus, { tid })
      return body.status === 'success' ? body.result.transactionStatus : body.message
    }
    const tid = await initiate(byCard)
    expect(await statusOf(tid)).toBe('REQUEST_REGISTERED')
    await call(processPayment, { data: { transactionId: tid } })
    expect(await statusOf(tid)).toBe('REQUEST_RAISED')
    await comeBack(tid)
    expect(await statusOf(tid)).toBe('IN_PROCESS')
    await conclude()
    expect(await statusOf(tid)).toBe('SUCCESS')
  })

  it('reports why a payment failed, and removes the reason when late money arrives', async () => {
    const tid = await handOver(byCard)
    verify = () => ({ state: 'refused', reason: 'insufficient_funds' })
    await conclude()
    for (const _ of [1, 2])
      expect(await call(transactionStatus, { tid })).toMatchObject({
        body: {
          message: 'Unsuccessful',
          result: { status: 'FAILED', statusReason: "Looks like you don't have sufficient balance" },
        },
      })
    verify = (attemptId) => ({ state: 'captured', attemptId })
    await callBack(tid)
    await conclude()
    expect(await call(transactionStatus, { tid })).toMatchObject({ body: { result: { status: 'SUCCESS' } } })
  })

  it('never waits for a provider', async () => {
    const tid = await handOver(byCard)
    for (const _ of [1, 2, 3]) await call(transactionStatus, { tid })
    expect(verifications).toBe(0)
  })

  it('caches a final answer for a minute', async () => {
    const tid = await handOver(byCard)
    await conclude()
    const first = await call(transactionStatus, { tid })
    await test.database.db.updateTable('orders').set({ msisdn: '888888888' }).execute()
    expect((await call(transactionStatus, { tid })).text).toBe(first.text)
    test.clock.ms += 60_001
    expect((await call(transactionStatus, { tid })).text).not.toBe(first.text)
  })

  it('returns only reference, state and day after 90 days', async () => {
    const tid = await handOver(bundle)
    await conclude()
    test.clock.ms += 90 * day
    const { body } = await call(transactionStatus, { tid })
    expect(body).toMatchObject({ message: 'Successful' })
    expect(body.status === 'success' && Object.keys(body.result)).toEqual([
      'status',
      'transactionStatus',
      'transactionId',
      'refTransactionId',
      'transactionDate',
    ])
  })

  it("returns the order's status under a superseded id, with that id", async () => {
    const tid = await handOver(byCard)
    verify = () => ({ state: 'pending' })
    const { order } = await test.portal.progress.payment(tid)
    await test.portal.payments.pay(order, { method: 'nyanja_money' })
    await conclude()
    expect(await call(transactionStatus, { tid })).toMatchObject({
      body: { result: { transactionId: tid, status: 'SUCCESS', paymentMode: 'NYANJA_MONEY_PUSH' } },
    })
  })

  it('is open to any client that has the id', async () => {
    const tid = await handOver(byCard)
    const { status } = await call(transactionStatus, { tid }, { 'x-api-key': testKeys.kiosk })
    expect(status).toBe(200)
  })

  it.each([{}, { tid: '' }, { tid: '../etc' }, { tid: 'x'.repeat(65) }, { tid: 'a\u0000b' }])(
    'refuses %j',
    async (input) => {
      expect(await call(transactionStatus, input)).toMatchObject({ status: 400, body: { message: 'Invalid tid' } })
    },
  )

  it('answers 404 for an unknown id', async () => {
    expect(await call(transactionStatus, { tid: 'X'.repeat(26) })).toMatchObject({
      status: 404,
      body: { statusCode: 404, status: 'failure', message: 'Not found' },
    })
  })
})

describe('GET fetch', () => {
  it('returns the order of a transaction, masked', async () => {
    const txnId = await initiate(bundle)
    const { text, body } = await call(fetchTransaction, { txnId })
    expect(body).toEqual({
      statusCode: 200,
      status: 'success',
      result: {
        transactionId: txnId,
        msisdn: '099•••••67',
        emailId: 's•••@•••',
        enableDualCurrency: false,
        amount: 300,
        currency: 'MWK',
        lineType: 'PREPAID',
        transactionType: 'PREPAID_BUNDLES',
        rechargeType: 'BUNDLE PURCHASE',
        productCode: 'MW-D-100',
        description: '100 MB of data for one day',
        data: 100,
        dataUnit: 'MB',
        bundleInfo: {
          description: '100 MB of data for one day',
          data: 100,
          dataUnit: 'MB',
          amount: 300,
          lineType: 'PREPAID',
        },
        pgOptions: ['AIRTIME', 'PG', 'MPESA', 'AM', 'NYANJA_MONEY', 'SMARTCASH_SECURE'].map((paymentOpt) => ({
          paymentOpt,
        })),
        redirectPage: '/',
      },
    })
    expect(text).not.toContain(testLines.prepaid)
  })

  it('names no bundle for a recharge', async () => {
    const { body } = await call(fetchTransaction, { txnId: await initiate(byCard) })
    expect(body).toMatchObject({ result: { rechargeType: 'PREPAID RECHARGE' } })
    expect(body.status === 'success' && body.result.bundleInfo).toBeUndefined()
  })

  it('returns nothing after 90 days', async () => {
    const txnId = await initiate(byCard)
    test.clock.ms += 90 * day
    expect(await call(fetchTransaction, { txnId })).toMatchObject({ status: 404 })
  })
})
