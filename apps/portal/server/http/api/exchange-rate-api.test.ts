import { money } from '@nyanja/domain/money/money'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { initiatePayment, paymentOptions } from '../../../contract/payment.ts'
import { exchangeRate, productConfig } from '../../../contract/product.ts'
import { fetchTransaction } from '../../../contract/transaction.ts'
import { createTestApp, type TestApp, testLines } from '../../testing/test-app.ts'
import { callerOf } from './test-caller.ts'

const rates: { franc: number | undefined } = { franc: 285_000 }
const rateSource = {
  rate: async () => {
    if (rates.franc === undefined) throw new Error('silent')
    return { one: 'USD', costs: money('CDF', rates.franc) } as const
  },
}

let test: TestApp
let single: TestApp
beforeAll(async () => {
  test = await createTestApp({ rateSource }, 'cd')
  single = await createTestApp()
})
beforeEach(() => {
  rates.franc = 285_000
})
afterAll(() => Promise.all([test.close(), single.close()]))

const call: ReturnType<typeof callerOf> = (operation, input) => callerOf(test)(operation, input, { 'x-opco': 'CD' })
const query = { fromCurrency: 'USD', toCurrency: 'CDF', amount: '5' } as const

const recharge = {
  unit: '500',
  countryCode: '243',
  emailId: 'someone@example.cd',
  mobileNumber: testLines.prepaid,
  transactionType: 'PREPAID_RECHARGE',
  paymentMode: 'MPESA',
  paymentMobile: testLines.prepaid,
} as const
const inFrancs = { ...recharge, currencyCode: 'CDF', amount: '14250' } as const

async function initiate(data: Readonly<Record<string, unknown>>) {
  const { body } = await call(initiatePayment, { data })
  return body.status === 'success' ? test.portal.progress.payment(body.result.transactionId) : body
}

describe('POST get/exchange/rate', () => {
  it.each([
    ['5', 14_250],
    [5, 14_250],
    ['0.5', 1_425],
    ['0.01', 29],
  ])('converts %j dollars to francs', async (amount, convertedAmount) => {
    expect((await call(exchangeRate, { ...query, amount })).body).toMatchObject({ result: { convertedAmount } })
  })

  it("answers with the specification's message when the rate is unknown", async () => {
    rates.franc = undefined
    const { status, body } = await call(exchangeRate, query)
    expect([status, body]).toEqual([503, { statusCode: 503, status: 'failure', message: 'something went wrong!' }])
  })

  it.each([
    [{ fromCurrency: 'CDF', toCurrency: 'USD' }, 'Invalid currency'],
    [{ toCurrency: 'MWK' }, 'Invalid currency'],
    [{ amount: '0' }, 'Invalid amount'],
    [{ amount: '-5' }, 'Invalid amount'],
    [{ amount: 'five' }, 'Invalid amount'],
    [{ amount: null }, 'Invalid amount'],
    [{ amount: '90000000000000' }, 'Invalid amount'],
  ])('refuses %j', async (changes, message) => {
    expect((await call(exchangeRate, { ...query, ...changes })).body).toMatchObject({ statusCode: 400, message })
  })

  it('knows no other currency in a market that has one', async () => {
    expect((await callerOf(single)(exchangeRate, query)).body).toMatchObject({ message: 'Invalid currency' })
  })
})

describe('POST initiate where two currencies are in use', () => {
  it('charges dollars for units', async () => {
    expect(await initiate({ ...recharge, currencyCode: 'USD', amount: '5' })).toMatchObject({
      attempt: { amount: money('USD', 500) },
      order: { choice: { kind: 'airtime', amount: money('USD', 500) } },
    })
  })

  it('charges an amount in dollars when the call names no units', async () => {
    const shown = { ...recharge, unit: null, amount: '2.50' }
    expect(await initiate(shown)).toMatchObject({ attempt: { amount: money('USD', 250) } })
  })

  it('charges the francs that the channel has shown, and keeps the rate', async () => {
    expect(await initiate(inFrancs)).toMatchObject({
      attempt: { amount: money('CDF', 1_425_000), quote: { rate: { costs: money('CDF', 285_000) } } },
      order: { choice: { amount: money('USD', 500) } },
    })
  })

  it('refuses any other amount: the channel asks for the rate and shows it again', async () => {
    rates.franc = 290_000
    expect(await initiate(inFrancs)).toMatchObject({ message: 'The amount differs from the price of the product' })
    const { body } = await call(exchangeRate, query)
    const amount = body.status === 'success' ? body.result.convertedAmount : 0
    expect(await initiate({ ...inFrancs, amount })).toMatchObject({ attempt: { amount: money('CDF', 1_450_000) } })
  })

  it('initiates nothing in francs while the rate is unknown, and continues in dollars', async () => {
    rates.franc = undefined
    expect(await initiate(inFrancs)).toMatchObject({ message: 'something went wrong!' })
    expect(await initiate(recharge)).toMatchObject({ attempt: { amount: money('USD', 500) } })
  })

  it.each([
    [{ ...inFrancs, unit: null }, 'Invalid amount'],
    [{ ...inFrancs, amount: null }, 'The amount differs from the price of the product'],
    [{ ...recharge, amount: '4' }, 'The amount differs from the price of the product'],
    [{ ...recharge, currencyCode: 'USD', amount: '500' }, 'The amount differs from the price of the product'],
    [{ ...recharge, currencyCode: 'MWK' }, 'Invalid currency'],
    [{ ...recharge, unit: '19' }, 'Minimum amount should be USD 0,20'],
    [{ ...recharge, unit: '2.5' }, 'Invalid amount'],
  ])('refuses %j', async (data, message) => {
    expect(await initiate(data)).toMatchObject({ message })
  })

  it('keeps less than a dollar for the operator’s own wallet, in either currency', async () => {
    const small = { ...recharge, unit: '50', currencyCode: 'USD' }
    expect(await initiate(small)).toMatchObject({ message: 'Less than USD 1 can be paid with Nyanja Money only' })
    const own = { ...small, paymentMode: 'NYANJA_MONEY_PUSH' }
    expect(await initiate(own)).toMatchObject({ attempt: { amount: money('USD', 50) } })
    const ownInFrancs = { ...own, currencyCode: 'CDF', amount: 1_425 }
    expect(await initiate(ownInFrancs)).toMatchObject({ attempt: { amount: money('CDF', 142_500) } })
  })

  it('charges no airtime in francs, and names the currency in which it does', async () => {
    const byAirtime = { ...inFrancs, paymentMode: 'AIR_TIME', paymentMobile: testLines.hybrid }
    expect(await initiate(byAirtime)).toMatchObject({ message: 'This payment option can be paid in USD only' })
  })
})

describe('what channels read where two currencies are in use', () => {
  async function namesFor(input: Readonly<Record<string, unknown>>) {
    const { body } = await call(paymentOptions, input)
    return body.status === 'success' ? body.result.paymentOption.map(({ type }) => type) : body
  }

  it.each([
    [{ amount: '100' }, ['AIRTIME', 'PG', 'MPESA', 'AM', 'NYANJA_MONEY']],
    [{ amount: '99' }, ['AM']],
    [{ amount: '100', currencyCode: 'CDF' }, ['PG', 'MPESA', 'AM', 'NYANJA_MONEY']],
    [{}, ['AIRTIME', 'PG', 'MPESA', 'AM', 'NYANJA_MONEY']],
  ])('for %j lists the payment options %j', async (input, types) => {
    expect(await namesFor(input)).toEqual(types)
  })

  it('refuses a currency that the market does not use', async () => {
    expect(await namesFor({ currencyCode: 'MWK' })).toMatchObject({ message: 'Invalid currency' })
  })

  it('counts limits and orders in units', async () => {
    const config = await call(productConfig, {})
    expect(config.body).toMatchObject({
      result: { configData: { enableDualCurrency: true, currency: 'USD', preMinAmnt: 20, preMaxAmnt: 10_000 } },
    })
    const { body } = await call(initiatePayment, { data: inFrancs })
    const txnId = body.status === 'success' ? body.result.transactionId : ''
    expect((await call(fetchTransaction, { txnId })).body).toMatchObject({
      result: { enableDualCurrency: true, amount: 500, usdAmount: 5, currency: 'USD' },
    })
  })
})
