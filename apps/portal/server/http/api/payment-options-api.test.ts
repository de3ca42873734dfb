import { afterAll, describe, expect, it } from 'vitest'
import { paymentOptions, paymentOptionsUnversioned } from '../../../contract/payment.ts'
import { createTestApp, fakeGateway, orderAirtime, type TestApp, testLines } from '../../testing/test-app.ts'
import { optionsOf } from './payment-options-api.ts'
import { callerOf } from './test-caller.ts'

const test = await createTestApp()
const call = callerOf(test)
afterAll(() => test.close())

/** Makes so many payments by card, each for another order. */
async function payByCard({ portal }: TestApp, times: number): Promise<string[]> {
  const outcomes: string[] = []
  for (let one = 0; one < times; one += 1) {
    const order = await orderAirtime(portal)
    outcomes.push((await portal.payments.pay(order, { method: 'card', email: 'thoko@example.com' })).outcome)
  }
  return outcomes
}

describe('payment options, one of which fails', () => {
  const refusing = fakeGateway('redirect', { start: async () => ({ outcome: 'refused', reason: 'declined' }) })
  const cardIn = async (app: TestApp) => {
    const { body } = await callerOf(app)(paymentOptions, {})
    if (body.status !== 'success') throw new Error(body.message)
    return body.result.paymentOption.find(({ type }) => type === 'PG')
  }

  it('report their health and how long they take', async () => {
    const failing = await createTestApp({ card: refusing })
    await payByCard(failing, 5)
    failing.clock.ms += 5_000
    expect(await cardIn(failing)).toEqual({
      name: 'Card with DPO Pay',
      type: 'PG',
      paymentGateway: 'dpo',
      health: 'failing',
    })
    await failing.close()

    const working = await createTestApp()
    await payByCard(working, 5)
    working.clock.ms += 19_500
    await working.doDueWork()
    expect(await cardIn(working)).toEqual({
      name: 'Card with DPO Pay',
      type: 'PG',
      paymentGateway: 'dpo',
      health: 'well',
      usualSeconds: 20,
    })
    await working.close()
  })

  it('omit it once no call succeeds, and begin nothing with it but an occasional probe', async () => {
    const failing = await createTestApp({ card: refusing })
    await payByCard(failing, 10)
    failing.clock.ms += 5_000
    expect(await cardIn(failing)).toBeUndefined()
    expect(await payByCard(failing, 2)).toEqual(['method_unavailable', 'method_unavailable'])
    failing.clock.ms += 30_000
    expect(await payByCard(failing, 1)).toEqual(['refused'])
    await failing.close()
  })
})

describe.each([paymentOptions, paymentOptionsUnversioned])('POST $path', (operation) => {
  it('lists the payment options, sorted by name', async () => {
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
          { name: 'Airtime', type: 'AIRTIME', health: 'well' },
          { name: 'Card with DPO Pay', type: 'PG', paymentGateway: 'dpo', health: 'well' },
          { name: 'Card with Paystack', type: 'PG', paymentGateway: 'paystack', health: 'well' },
          { name: 'Mpesa', type: 'MPESA', health: 'well' },
          { name: 'Nyanja Money', type: 'AM', health: 'well' },
          { name: 'Nyanja Money PIN', type: 'NYANJA_MONEY', health: 'well' },
          { name: 'SmartCash', type: 'SMARTCASH_SECURE', health: 'well' },
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
    [{ amount: 'much' }, 'Invalid amount'],
    [{ amount: 0, transactionType: 'PREPAID_BUNDLES' }, 'Invalid amount'],
    [{ amount: 99, transactionType: 'POSTPAID_BILL' }, 'Minimum amount should be MWK 100'],
    [{ amount: { minor: 1 } }, 'Invalid amount'],
    [{ transactionType: 'GIFT' }, 'Invalid transactionType'],
    [{ transactionType: 'NYANJA_TV' }, 'This transaction type is not available'],
    [{ subscriberType: 'GOLD' }, 'Invalid subscriberType'],
    [{ subscriberType: 'POSTPAID', mobileNumber: testLines.prepaid }, 'Invalid subscriberType'],
    [{ rechargeType: 'GOLD' }, 'Invalid rechargeType'],
    [{ transactionType: 'POSTPAID_BILL', mobileNumber: testLines.prepaid }, 'Invalid Mobile No'],
    [{ currencyCode: 'EUR' }, 'Invalid currency'],
    [{ data: { amount: 100 } }, 'Invalid data'],
  ])('refuses %j: %s', async (input, message) => {
    expect(await call(operation, input)).toMatchObject({ status: 400, body: { message } })
  })
})

it('names the only card gateway of a market simply "card"', () => {
  expect(optionsOf({ brand: 'Nyanja', paymentOptions: [{ method: 'card', gateway: 'uba' }] })).toEqual([
    { name: 'Card', type: 'PG', paymentGateway: 'uba' },
  ])
})

describe('payment options where airtime is sold in units', () => {
  const typesFor = async (input: object): Promise<readonly string[]> => {
    const congo = await createTestApp({}, 'cd')
    const { body } = await callerOf(congo)(paymentOptions, { ...input }, { 'x-opco': 'CD' })
    await congo.close()
    if (body.status !== 'success') throw new Error(body.message)
    return [...new Set(body.result.paymentOption.map(({ type }) => type))]
  }
  const all = ['AIRTIME', 'PG', 'MPESA', 'AM', 'NYANJA_MONEY']

  it.each([
    [{ amount: 25, transactionType: 'PREPAID_BUNDLES' }, all],
    [{ amount: 0.25, transactionType: 'PREPAID_BUNDLES' }, ['AM']],
    [{ amount: 1, transactionType: 'POSTPAID_BILL' }, all],
    [{ amount: 25, transactionType: 'PREPAID_RECHARGE' }, ['AM']],
    [{ amount: 2500, transactionType: 'PREPAID_RECHARGE' }, all],
    [{ amount: 25 }, ['AM']],
    [{ amount: 25, transactionType: 'PREPAID_BUNDLES', currencyCode: 'CDF' }, ['PG', 'MPESA', 'AM', 'NYANJA_MONEY']],
  ])('are for %j %j: bundles and bills have their price in dollars', async (input, types) => {
    expect((await typesFor(input)).toSorted()).toEqual(types.toSorted())
  })
})
