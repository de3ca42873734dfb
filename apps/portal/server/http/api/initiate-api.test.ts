import { PortalError } from '@nyanja/domain/errors'
import { giftMessageLength } from '@nyanja/domain/payments/gift-message'
import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { afterAll, describe, expect, it } from 'vitest'
import { initiatePayment } from '../../../contract/payment.ts'
import { createTestApp, fakeGateway, testLines } from '../../testing/test-app.ts'
import { callerOf } from './test-caller.ts'

const test = await createTestApp()
const call = callerOf(test)
afterAll(() => test.close())

const recharge = {
  amount: '200',
  countryCode: '265',
  emailId: 'someone@example.mw',
  mobileNumber: `0${testLines.prepaid}`,
  currencyCode: 'MWK',
  paymentGateway: 'dpo',
  transactionType: 'PREPAID_RECHARGE',
  paymentMode: 'PAYMENT_GATEWAY',
  loggedInNumber: '',
  accountId: null,
  unit: '',
} as const
const bundle = { ...recharge, transactionType: 'PREPAID_BUNDLES', productCode: 'MW-D-100', amount: 300 } as const

async function initiate(data: Readonly<Record<string, unknown>>) {
  const { status, body } = await call(initiatePayment, { data })
  return 'result' in body && body.status === 'success'
    ? { status, id: body.result.transactionId }
    : { status, body, id: '' }
}

async function paymentOf(data: Readonly<Record<string, unknown>>) {
  return test.portal.progress.payment((await initiate(data)).id)
}

describe('POST initiate', () => {
  it('registers an order and a payment attempt', async () => {
    const { attempt, order } = await paymentOf(recharge)
    expect(attempt).toMatchObject({ state: 'created', method: 'card', gateway: 'dpo', email: 'someone@example.mw' })
    expect(order).toMatchObject({
      channel: 'whatsapp',
      msisdn: testLines.prepaid,
      choice: { kind: 'airtime', amount: { currency: 'MWK', minor: 20_000 } },
    })
  })

  it.each([200, '200', '200.00', ' 200 '])('accepts the amount %j', async (amount) => {
    expect((await paymentOf({ ...recharge, amount })).attempt.amount).toEqual({ currency: 'MWK', minor: 20_000 })
  })

  it.each([
    [49, 'Minimum amount should be MWK 50'],
    [0, 'Minimum amount should be MWK 50'],
    ['100001', 'Maximum amount should be MWK 100,000'],
    [1e21, 'Maximum amount should be MWK 100,000'],
    [-200, 'Invalid amount'],
    [200.5, 'Invalid amount'],
    ['two', 'Invalid amount'],
    [undefined, 'Invalid amount'],
    [true, 'Invalid data.amount'],
    [{ minor: 1 }, 'Invalid data.amount'],
  ])('refuses the amount %j: %s', async (amount, message) => {
    expect(await initiate({ ...recharge, amount })).toMatchObject({
      status: 400,
      body: { statusCode: 400, status: 'failure', message },
    })
  })

  it('registers the message of a gift as it is sent', async () => {
    const { order } = await paymentOf({ ...recharge, giftMessage: ' Joyeux No\u00ebl, ma s\u0153ur ' })
    expect(order.giftMessage).toBe('Joyeux Noel, ma soeur')
    expect((await paymentOf({ ...bundle, giftMessage: 'Zikomo' })).order.giftMessage).toBe('Zikomo')
    for (const giftMessage of [undefined, null, ' '])
      expect((await paymentOf({ ...recharge, giftMessage })).order).not.toHaveProperty('giftMessage')
  })

  it.each([
    ['a'.repeat(71), 'The gift message is longer than 70 characters of the GSM alphabet'],
    ['Win at bit.ly', 'The gift message has a link, or no space after a full stop'],
    ['me@home', 'The gift message has an email address or the sign @'],
    ['Call 0991234567', 'The gift message has more than 4 digits, or a number to dial'],
    ['\u{1f382}', 'The gift message has characters that the GSM alphabet lacks'],
    ['a\u200bb', 'The gift message has control characters'],
  ])('refuses the gift message %j: %s', async (giftMessage, message) => {
    expect(await initiate({ ...recharge, giftMessage })).toMatchObject({
      status: 400,
      body: { statusCode: 400, status: 'failure', message },
    })
  })

  it('refuses a gift message to the number that pays, and with anything but airtime and bundles', async () => {
    const byWallet = { ...recharge, paymentMode: 'NYANJA_MONEY_PUSH', paymentGateway: undefined, giftMessage: 'Zikomo' }
    const refused = { status: 400, body: { message: 'The number that pays also gets the gift' } }
    expect(await initiate(byWallet)).toMatchObject(refused)
    expect(await initiate({ ...byWallet, paymentMobile: testLines.prepaid })).toMatchObject(refused)
    expect(await initiate({ ...byWallet, paymentMobile: testLines.hybrid })).toMatchObject({ status: 200 })
    const bill = {
      ...recharge,
      transactionType: 'POSTPAID_BILL',
      mobileNumber: testLines.postpaid,
      giftMessage: 'Zikomo',
    }
    expect(await initiate(bill)).toMatchObject({ status: 400, body: { message: 'Invalid data.giftMessage' } })
  })

  it('documents the limits of gift messages as they are', () => {
    const { description = '' } = initiatePayment.input.shape.data.shape.giftMessage
    expect(description).toContain(`at most ${giftMessageLength} characters`)
    expect(description).toContain(`at most ${ratePolicies.gift_message.targetDay.hardLimit} in a day`)
  })

  it('looks up the price of a bundle', async () => {
    for (const amount of [300, '300.00', undefined]) {
      const { attempt, order } = await paymentOf({ ...bundle, amount })
      expect(attempt.amount).toEqual({ currency: 'MWK', minor: 30_000 })
      expect(order.choice).toMatchObject({ kind: 'bundle', bundle: { productCode: 'MW-D-100' } })
    }
  })

  it('offers a router what routers can use', async () => {
    const home = {
      ...bundle,
      transactionType: 'BROADBAND_RECHARGE',
      mobileNumber: testLines.router,
      productCode: 'HBB-150',
      amount: 60_000,
    }
    const { attempt, order } = await paymentOf(home)
    expect(attempt.amount).toEqual({ currency: 'MWK', minor: 6_000_000 })
    expect(order).toMatchObject({ msisdn: testLines.router, choice: { bundle: { productCode: 'HBB-150' } } })
    const refusals = [
      [{ mobileNumber: testLines.prepaid }, 'Invalid Mobile No'],
      [{ productCode: 'MW-D-100' }, 'Invalid product code'],
      [{ amount: 59_999 }, 'The amount differs from the price of the product'],
    ] as const
    for (const [change, message] of refusals)
      expect(await initiate({ ...home, ...change })).toMatchObject({ status: 400, body: { message } })
    expect(await initiate({ ...bundle, productCode: 'HBB-150', amount: undefined })).toMatchObject({
      body: { message: 'Invalid product code' },
    })
  })

  it('accepts a price with decimals', async () => {
    const { attempt } = await paymentOf({ ...bundle, productCode: 'MW-Z-1000', amount: 4500.5 })
    expect(attempt.amount.minor).toBe(450_050)
  })

  it('finds a bundle by its code when no type is sent', async () => {
    expect((await paymentOf({ ...bundle, transactionType: undefined })).order.choice.kind).toBe('bundle')
    expect((await paymentOf({ ...recharge, transactionType: undefined })).order.choice.kind).toBe('airtime')
  })

  it.each([
    [{ amount: 299 }, 'The amount differs from the price of the product'],
    [{ amount: 'cheap' }, 'The amount differs from the price of the product'],
    [{ productCode: 'MW-X' }, 'Invalid product code'],
    [{ productCode: undefined }, 'Invalid product code'],
  ])('refuses a bundle with %j: %s', async (change, message) => {
    expect(await initiate({ ...bundle, ...change })).toMatchObject({ status: 400, body: { message } })
  })

  it.each([
    [{ mobileNumber: testLines.postpaid }, 'Invalid Mobile No'],
    [{ mobileNumber: testLines.hybrid }, 'Invalid Mobile No'],
    [{ mobileNumber: '991111111' }, 'Invalid Mobile No'],
    [{ mobileNumber: undefined }, 'Invalid Mobile No'],
    [{ countryCode: '27' }, 'Invalid Mobile No'],
    [{ emailId: 'someone' }, 'Invalid Email Id'],
    [{ emailId: '' }, 'Email is required'],
    [{ currencyCode: 'USD' }, 'Invalid currency'],
    [{ paymentMode: 'MPESA' }, 'This payment option is not available'],
    [{ paymentMode: 'BARTER' }, 'This payment option is not available'],
    [{ paymentMode: undefined, paymentGateway: undefined }, 'This payment option is not available'],
    [{ paymentGateway: 'uba' }, 'This payment option is not available'],
    [{ paymentGateway: 'paychangu' }, 'This payment option is not available'],
    [{ transactionType: 'NYANJA_TV' }, 'This transaction type is not available'],
    [{ transactionType: 'toString' }, 'This transaction type is not available'],
    [{ paymentMode: 'NYANJA_MONEY_PUSH', paymentGateway: '', paymentMobile: '12' }, 'Please enter valid Nyanja number'],
  ])('refuses %j: %s', async (change, message) => {
    expect(await initiate({ ...recharge, ...change })).toMatchObject({ status: 400, body: { message } })
  })

  it.each([
    [{ paymentMode: 'PAYMENT_GATEWAY', paymentGateway: undefined }, 'card'],
    [{ paymentMode: undefined, paymentGateway: 'DPO' }, 'card'],
    [{ paymentMode: undefined, paymentGateway: 'PG' }, 'card'],
    [{ paymentMode: undefined, paymentGateway: 'AM' }, 'nyanja_money'],
    [{ paymentMode: 'NYANJA_MONEY_PUSH', paymentGateway: '' }, 'nyanja_money'],
  ])('understands %j as %s', async (change, method) => {
    expect((await paymentOf({ ...recharge, ...change })).attempt.method).toBe(method)
  })

  it.each([
    [{ paymentGateway: 'paystack' }, 'paystack'],
    [{ paymentMode: undefined, paymentGateway: 'PAYSTACK' }, 'paystack'],
    [{ paymentGateway: 'dpo' }, 'dpo'],
    [{ paymentGateway: undefined }, 'dpo'],
  ])('uses the card gateway that %j names, and the first one otherwise: %s', async (change, gateway) => {
    expect((await paymentOf({ ...recharge, ...change })).attempt.gateway).toBe(gateway)
  })

  it('prompts the wallet that the call names, and the recharged line otherwise', async () => {
    const push = { ...recharge, paymentMode: 'NYANJA_MONEY_PUSH', paymentGateway: '', emailId: '' }
    const named = await paymentOf({ ...push, paymentMobile: `+265${testLines.postpaid}` })
    expect(named.attempt.payerMsisdn).toBe(testLines.postpaid)
    expect((await paymentOf(push)).attempt.payerMsisdn).toBe(testLines.prepaid)
  })

  it('ignores unknown members and never returns them', async () => {
    const { text } = await call(initiatePayment, {
      marker: 'c4n4ry',
      data: { ...recharge, marker: 'c4n4ry', id: 'mine' },
    })
    expect(text).not.toContain('c4n4ry')
    expect(text).not.toContain('mine')
  })

  it('gives each of two parallel calls a transaction of its own', async () => {
    const ids = (await Promise.all([initiate(recharge), initiate(recharge)])).map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
  })

  it('calls no provider', async () => {
    const requested: string[] = []
    const silent = await createTestApp({
      bundleSource: {
        bundles: async () => {
          throw new PortalError('provider_broke_contract', 'The catalogue is unreadable')
        },
      },
      card: fakeGateway('redirect', {
        start: async ({ id }) => {
          requested.push(id)
          return { outcome: 'waiting' }
        },
      }),
    })
    const answer = await callerOf(silent)(initiatePayment, { data: recharge })
    expect(answer.status).toBe(200)
    expect(requested).toEqual([])
    const broken = await callerOf(silent)(initiatePayment, { data: bundle })
    expect(broken).toMatchObject({ status: 502, body: { statusCode: 500, message: 'Something Went Wrong!' } })
    await silent.close()
  })
})
