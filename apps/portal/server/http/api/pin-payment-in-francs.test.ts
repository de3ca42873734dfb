import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { openTestWallet } from '@nyanja/server/adapters/pin-wallet/test-wallet'
import { testSandbox } from '@nyanja/server/adapters/sandbox.contract'
import { sealFor } from '@nyanja/server/testing/test-seal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sendPaymentOtp } from '../../../contract/otp.ts'
import { authInitiate, authProcess, verifyUser } from '../../../contract/pin-payment.ts'
import { transactionStatus } from '../../../contract/transaction.ts'
import { createTestApp, type TestApp, testLines } from '../../testing/test-app.ts'
import { callerOf } from './test-caller.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const sandbox = testSandbox({ market: 'cd' })
const Text = z.object({ text: z.string() })
const paymentMode = 'NYANJA_MONEY'
const rates: { franc: number } = { franc: 285_000 }

const openWallet = () =>
  openTestWallet(sandbox.url, {
    name: 'nyanja-money-pin',
    paymentMode,
    opco: 'CD',
    countryCode: '243',
    currencies: ['USD', 'CDF'],
    firstEnquiryAfterMs: 0,
    now: () => noon,
  })

let test: TestApp
// A wallet gets one code a minute, so each test has a number of its own.
let last = 830_000_200

beforeEach(async () => {
  rates.franc = 285_000
  test = await createTestApp(
    {
      lineSource: { lineOf: async () => ({ found: true, lineType: 'PREPAID', isBroadband: false }) },
      rateSource: { rate: async () => ({ one: 'USD', costs: money('CDF', rates.franc) }) },
      wallets: { 'nyanja-money-pin': openWallet() },
    },
    'cd',
  )
})
afterEach(() => test.close())

const call: ReturnType<typeof callerOf> = (operation, input, headers = {}) =>
  callerOf(test)(operation, input, { 'x-opco': 'CD', ...headers })

async function consented() {
  const payer = String(++last)
  const sent = await call(sendPaymentOtp, { data: { msisdn: payer, paymentMode } })
  const refId = sent.body.status === 'success' ? sent.body.result.refId : ''
  const { text } = Text.parse(await sandbox.control(`/sms/latest?msisdn=${payer}`))
  const { body } = await call(verifyUser, { data: { refId, otp: text.slice(0, 6) } })
  if (body.status !== 'success') throw new Error(body.message)
  const { tokenType, accessToken } = body.result
  const purchase = {
    ...{ mobileNumber: testLines.prepaid, transactionType: 'PREPAID_RECHARGE', paymentMode, paymentMobile: payer },
    ...{ unit: '500', amount: '14250', currencyCode: 'CDF' },
  }
  const headers = { authorization: `${tokenType} ${accessToken}` }
  const initiate = (changes: object = {}) => call(authInitiate, { data: { ...purchase, ...changes } }, headers)
  return { payer, headers, initiate }
}

async function begun({ initiate }: Awaited<ReturnType<typeof consented>>, changes: object = {}) {
  const { body } = await initiate(changes)
  if (body.status !== 'success') throw new Error(body.message)
  return body.result
}

const amountOf = async (id: string) => (await test.portal.progress.payment(id)).attempt.amount
const capturesOf = async (id: string) =>
  (await sandbox.records()).captures
    .filter(({ reference }) => reference === id)
    .map(({ currency, amountMinor }) => [currency, amountMinor])

describe('paying in francs by PIN from another channel', () => {
  it('charges exactly the francs that the channel has shown', async () => {
    const holder = await consented()
    const { transactionId, encryptionKeyDetails } = await begun(holder)
    const { key, walletTransactionId, nonce } = encryptionKeyDetails
    const amPin = await sealFor({ publicKey: key }, `v1|${walletTransactionId}|${nonce}|1234`)
    expect(await call(authProcess, { data: { transactionId, amPin } }, holder.headers)).toMatchObject({ status: 200 })
    expect(await capturesOf(transactionId)).toEqual([['CDF', 1_425_000]])
    test.clock.ms += minute
    await test.doDueWork()
    expect((await call(transactionStatus, { tid: transactionId })).body).toMatchObject({
      result: { status: 'SUCCESS', amount: 14_250, currencyCode: 'CDF' },
    })
  })

  it('gets another key for the same francs, even after the rate has changed', async () => {
    const holder = await consented()
    const { transactionId } = await begun(holder)
    rates.franc = 300_000
    expect(await begun(holder, { txnId: transactionId })).toMatchObject({ transactionId })
    expect(await amountOf(transactionId)).toEqual(money('CDF', 1_425_000))
    const inDollars = await holder.initiate({ txnId: transactionId, currencyCode: 'USD', amount: '5' })
    expect(inDollars).toMatchObject({ status: 400, body: { message: 'Invalid currency' } })
    const more = await holder.initiate({ txnId: transactionId, amount: '15000' })
    expect(more).toMatchObject({ status: 400 })
  })

  it('begins nothing for an amount other than the one shown, and the token stays valid', async () => {
    const holder = await consented()
    rates.franc = 300_000
    expect(await holder.initiate()).toMatchObject({
      status: 400,
      body: { message: 'The amount differs from the price of the product' },
    })
    const { transactionId } = await begun(holder, { amount: '15000' })
    expect(await amountOf(transactionId)).toEqual(money('CDF', 1_500_000))
  })

  it('requires another code for another currency', async () => {
    const holder = await consented()
    await begun(holder)
    expect(await holder.initiate({ currencyCode: 'USD', amount: '5' })).toMatchObject({ status: 401 })
  })

  it('charges dollars when the channel has shown dollars', async () => {
    const holder = await consented()
    const { transactionId } = await begun(holder, { currencyCode: 'USD', amount: '5' })
    expect(await amountOf(transactionId)).toEqual(money('USD', 500))
  })
})
