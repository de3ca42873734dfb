import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentOptions, paymentOptionsUnversioned } from '../../contract/payment-options.ts'
import { createTestApp, type TestApp, testLines } from '../test-app.ts'
import { type Caller, callerOf } from './test-caller.ts'

let test: TestApp
let call: Caller
beforeAll(async () => {
  test = await createTestApp()
  call = callerOf(test)
})
afterAll(() => test.close())

describe.each([paymentOptions, paymentOptionsUnversioned])('POST $path', (operation) => {
  it('lists the ways to pay, sorted by name', async () => {
    const { body } = await call(operation, {
      amount: 100,
      mobileNumber: testLines.prepaid,
      subscriberType: 'PREPAID',
      rechargeType: 'Prepaid',
      transactionType: 'PREPAID_RECHARGE',
    })
    expect(body).toEqual({
      statusCode: 200,
      status: 'success',
      result: {
        paymentOption: [
          { name: 'Airtime', type: 'AIRTIME' },
          { name: 'Card', type: 'PG' },
          { name: 'Mpesa', type: 'MPESA' },
          { name: 'Nyanja Money', type: 'AM' },
        ],
      },
    })
  })

  it('lists them without a number too', async () => {
    expect(await call(operation, {})).toMatchObject({ status: 200 })
  })

  it.each([
    [{ mobileNumber: '991111111' }, 'Invalid Mobile No'],
    [{ amount: 49, transactionType: 'PREPAID_RECHARGE' }, 'Minimum amount should be MWK 50'],
    [{ amount: '100001', transactionType: 'PREPAID_RECHARGE' }, 'Maximum amount should be MWK 100,000'],
    [{ amount: 'much', transactionType: 'PREPAID_RECHARGE' }, 'Invalid amount'],
  ])('refuses %j: %s', async (input, message) => {
    expect(await call(operation, input)).toMatchObject({ status: 400, body: { message } })
  })
})
