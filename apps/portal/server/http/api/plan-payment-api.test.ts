import { homeBundle } from '@nyanja/domain/bundles/test-bundles'
import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import type { Purchase } from '@nyanja/server/payments/delivery-provider'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { initiatePayment, paymentOptions, processPayment } from '../../../contract/payment.ts'
import { fetchTransaction, transactionStatus } from '../../../contract/transaction.ts'
import { createTestApp, type TestApp, testLines } from '../../testing/test-app.ts'
import { endHomeOrder, homeOrder, homeReference as reference } from '../../testing/test-home-order.ts'
import { type Caller, callerOf } from './test-caller.ts'

const msisdn = testLines.prepaid
const firstSum = 80_000

let delivered: Purchase[]
let test: TestApp
let call: Caller
beforeEach(async () => {
  delivered = []
  test = await createTestApp({
    deliveryProvider: {
      prepare: async (purchase) => async () => {
        delivered.push(purchase)
        return { outcome: 'delivered', bssReference: 'pm-1' }
      },
      findByReference: async () => undefined,
      callOf: (kind) => `bss ${kind}`,
    },
  })
  call = callerOf(test)
})
afterEach(() => test.close())

const initiate = (data: object = {}) =>
  call(initiatePayment, {
    data: {
      mobileNumber: msisdn,
      transactionType: 'HBB_LEADS',
      paymentMode: 'NYANJA_MONEY_PUSH',
      accountId: reference,
      ...data,
    },
  })

async function begun(data: object = {}): Promise<string> {
  const { body } = await initiate(data)
  if (body.status !== 'success') throw new Error(`Not begun: ${JSON.stringify(body)}`)
  return body.result.transactionId
}

describe('POST initiate of internet at home', () => {
  it.each([
    ['by its reference alone', {}],
    ['however that is written', { accountId: 'hb 7k4p 29xd' }],
    ['with the plan and its amount', { productCode: homeBundle.productCode, amount: String(firstSum) }],
  ])('accepts an order %s, for the plan and the connection', async (_how, data) => {
    await homeOrder(test)
    const status = await call(transactionStatus, { tid: await begun(data) })
    expect(status.body).toMatchObject({
      result: {
        transactionType: 'HBB_LEADS',
        amount: firstSum,
        bundleDescription: homeBundle.name,
        metaInfo: { leadId: reference },
      },
    })
  })

  it('posts the payment at the BSS once it succeeds', async () => {
    await homeOrder(test)
    const transactionId = await begun()
    await call(processPayment, { data: { transactionId } })
    test.clock.ms += minute
    await test.doDueWork()
    expect(delivered).toMatchObject([
      { kind: 'plan', msisdn, amount: money('MWK', 8_000_000), leadReference: reference, productCode: 'HBB-150' },
    ])
    expect((await call(transactionStatus, { tid: transactionId })).body).toMatchObject({
      result: { status: 'SUCCESS' },
    })
    expect((await call(fetchTransaction, { txnId: transactionId })).body).toMatchObject({
      result: { productCode: 'HBB-150', description: homeBundle.name, amount: firstSum },
    })
  })

  it('charges an order once', async () => {
    await homeOrder(test)
    await call(processPayment, { data: { transactionId: await begun() } })
    test.clock.ms += minute
    await test.doDueWork()
    expect(await initiate()).toMatchObject({ status: 400, body: { message: 'There is no account for this number' } })
  })

  it.each([
    ['the number of another customer', { mobileNumber: testLines.hybrid }],
    ['another reference', { accountId: 'HB-0000-0001' }],
    ['no reference', { accountId: '' }],
  ])('returns nothing to a caller with %s', async (_what, data) => {
    await homeOrder(test)
    expect(await initiate(data)).toMatchObject({
      status: 400,
      body: { message: 'There is no account for this number' },
    })
  })

  it.each([
    ['has not reached the operator', { isSubmitted: false }],
    ['cannot be served', { feasibility: 'not_feasible' }],
  ] as const)('refuses to charge an order that %s', async (_what, reached) => {
    await homeOrder(test, reached)
    expect(await initiate()).toMatchObject({ status: 400, body: { message: 'There is no account for this number' } })
  })

  it('refuses to charge a cancelled order', async () => {
    await homeOrder(test)
    await endHomeOrder(test, 'cancelled')
    expect(await initiate()).toMatchObject({ status: 400, body: { message: 'There is no account for this number' } })
  })

  it('refuses to charge an order that was cancelled after the payment was registered', async () => {
    await homeOrder(test)
    const transactionId = await begun()
    await endHomeOrder(test, 'cancelled')
    expect(await call(processPayment, { data: { transactionId } })).toMatchObject({
      status: 400,
      body: { statusCode: 60005, message: 'There is no account for this number' },
    })
    test.clock.ms += minute
    await test.doDueWork()
    expect(delivered).toEqual([])
    expect((await call(transactionStatus, { tid: transactionId })).body).toMatchObject({ result: { status: 'FAILED' } })
  })

  it('charges the prices at which it was ordered, even after they changed', async () => {
    await homeOrder(test, { price: money('MWK', 5_500_000), fee: money('MWK', 1_000_000) })
    expect(await initiate({ amount: String(firstSum) })).toMatchObject({
      status: 400,
      body: { message: 'The amount differs from the price of the product' },
    })
    const status = await call(transactionStatus, { tid: await begun({ amount: '65000' }) })
    expect(status.body).toMatchObject({ result: { amount: 65_000 } })
  })

  it('refuses another amount, and another plan', async () => {
    await homeOrder(test)
    expect(await initiate({ amount: '60000' })).toMatchObject({
      status: 400,
      body: { message: 'The amount differs from the price of the product' },
    })
    expect(await initiate({ productCode: 'MW-D-100' })).toMatchObject({ status: 400 })
  })
})

it('internet at home can be paid with the payment options that are open', async () => {
  const { body } = await call(paymentOptions, {
    transactionType: 'HBB_LEADS',
    amount: String(firstSum),
    mobileNumber: msisdn,
  })
  expect(body).toMatchObject({ status: 'success', result: { paymentOption: expect.arrayContaining([]) } })
  expect(body.status === 'success' && body.result.paymentOption.length).toBeGreaterThan(0)
})
