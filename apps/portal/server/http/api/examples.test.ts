import path from 'node:path'
import { homeBundle } from '@nyanja/domain/bundles/test-bundles'
import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { openTestWallet } from '@nyanja/server/adapters/pin-wallet/test-wallet'
import { testSandbox } from '@nyanja/server/adapters/sandbox.contract'
import { readMarket } from '@nyanja/server/settings/market'
import { sealFor } from '@nyanja/server/testing/test-seal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { queryBalance } from '../../../contract/balance.ts'
import { billOfLine } from '../../../contract/bill.ts'
import { toExampleValues } from '../../../contract/example-values.ts'
import { createExamples, findExample } from '../../../contract/examples.ts'
import type { Operation } from '../../../contract/fields.ts'
import { sendLeadOtp, submitLead, trackLead } from '../../../contract/lead.ts'
import { operations } from '../../../contract/operations.ts'
import {
  resendOtp,
  resendPaymentOtp,
  sendOtp,
  sendPaymentOtp,
  verifyOtp,
  verifyPaymentOtp,
} from '../../../contract/otp.ts'
import { initiatePayment, processPayment } from '../../../contract/payment.ts'
import { AwaitsPin } from '../../../contract/pin-key.ts'
import { authInitiate, authProcess, verifyUser } from '../../../contract/pin-payment.ts'
import { exchangeRate } from '../../../contract/product.ts'
import { fetchTransaction, transactionStatus } from '../../../contract/transaction.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { callerOf } from './test-caller.ts'

/** What earlier calls have made, by the names of the members that repeat it. */
type Made = Readonly<Record<string, string>>

const Result = z.object({ result: z.record(z.string(), z.unknown()) })
const Text = z.object({ text: z.string() })

/** The specification has a call for what only markets with two currencies have. */
const refusedIn: Readonly<Record<'mw' | 'cd', readonly Operation[]>> = { mw: [exchangeRate], cd: [] }

describe.each(['mw', 'cd'] as const)('the examples of the document in market %s', (name) => {
  const sandbox = testSandbox({ market: name })
  const market = readMarket(path.join(import.meta.dirname, '../../../markets', `${name}.json`))
  const examples = createExamples(market)
  const { mobileNumber, otherNumber, planPrice, bill } = toExampleValues(market)
  const common = { 'x-opco': market.opco }

  let test: TestApp
  let call: ReturnType<typeof callerOf>
  beforeEach(async () => {
    const due = { account: bill.accountNo, outstanding: money(market.currency, 100 * bill.totalOutstanding) }
    const plan = { ...homeBundle, productCode: 'HOME-20', price: money(market.currency, 100 * planPrice) }
    const wallet = openTestWallet(sandbox.url, {
      name: 'nyanja-money-pin',
      paymentMode: 'NYANJA_MONEY',
      opco: market.opco,
      countryCode: market.numbers.countryCode,
      currencies: [market.currency],
      firstEnquiryAfterMs: 0,
      now: () => test.clock.ms,
    })
    test = await createTestApp(
      {
        lineSource: {
          lineOf: async (msisdn) => ({
            found: true,
            lineType: msisdn === otherNumber ? 'POSTPAID' : 'PREPAID',
            isBroadband: false,
          }),
        },
        bundleSource: { bundles: async () => [plan] },
        billSource: {
          accountOfLine: async () => due,
          fixedLineAccount: async (account) => ({ account, lineNumber: '1755001', contactMsisdn: mobileNumber }),
          openInvoices: async () => [],
        },
        wallets: { 'nyanja-money-pin': wallet },
      },
      name,
    )
    call = callerOf(test)
  })
  afterEach(() => test.close())

  /** Sends the example, with what earlier calls have made in place of what it names. */
  async function send(operation: Operation, { authorization = '', ...made }: Made = {}) {
    const { request } = findExample(examples, operation.path)
    const Request = z.record(z.string(), z.unknown())
    const input = Request.parse(JSON.parse(JSON.stringify(request), (member, value: unknown) => made[member] ?? value))
    return call(operation, input, { ...common, ...(authorization !== '' && { authorization }) })
  }

  async function resultOf(operation: Operation, made: Made = {}) {
    const { body, text } = await send(operation, made)
    const read = Result.safeParse(body)
    if (!read.success) throw new Error(`${operation.path}: ${text}`)
    return read.data.result
  }

  const textIn = (result: Readonly<Record<string, unknown>>, member: string) => z.string().parse(result[member])

  async function sentCode(send: Operation, id: string, msisdn: string): Promise<Made> {
    const made = { [id]: textIn(await resultOf(send), id) }
    return { ...made, otp: await test.codeOn(msisdn) }
  }

  const billCode = () => sentCode(sendOtp, 'otpId', otherNumber)
  const airtimeCode = () => sentCode(sendPaymentOtp, 'refId', mobileNumber)

  async function later(code: () => Promise<Made>): Promise<Made> {
    const made = await code()
    test.clock.ms += minute
    return made
  }

  async function verified(verify: Operation, sent: Made): Promise<Made> {
    return { ...sent, uniqueCode: textIn(await resultOf(verify, sent), 'uniqueCode') }
  }

  async function begun(): Promise<Made> {
    const transactionId = textIn(await resultOf(initiatePayment), 'transactionId')
    return { transactionId, tid: transactionId, txnId: transactionId }
  }

  async function walletCode(): Promise<Made> {
    await sandbox.control(`/wallet/wallets/nyanja-money/${mobileNumber}`, { pin: '1234' })
    const data = { msisdn: mobileNumber, paymentMode: 'NYANJA_MONEY' }
    const { body } = await call(sendPaymentOtp, { data }, common)
    if (body.status !== 'success') throw new Error(body.message)
    const { text } = Text.parse(await sandbox.control(`/sms/latest?msisdn=${mobileNumber}`))
    return { refId: body.result.refId, otp: text.slice(0, 6) }
  }

  async function token(): Promise<Made> {
    return { authorization: `Bearer ${textIn(await resultOf(verifyUser, await walletCode()), 'accessToken')}` }
  }

  async function sealedPin(): Promise<Made> {
    const { authorization = '' } = await token()
    const { transactionId, encryptionKeyDetails } = AwaitsPin.parse(await resultOf(authInitiate, { authorization }))
    const { key, keyId, walletTransactionId, nonce } = encryptionKeyDetails
    const amPin = await sealFor({ publicKey: key }, `v1|${walletTransactionId}|${nonce}|1234`)
    return { authorization, transactionId, keyId, amPin }
  }

  async function balanceProof(): Promise<Made> {
    const { body } = await call(sendOtp, { data: { text: mobileNumber, otpAction: 'BALANCE' } }, common)
    const otpId = textIn(Result.parse(body).result, 'otpId')
    return verified(verifyOtp, { otpId, otp: await test.codeOn(mobileNumber) })
  }

  const leadProof = async () => {
    const { body } = await call(sendLeadOtp, { msisdn: mobileNumber }, common)
    const refId = textIn(Result.parse(body).result, 'refId')
    return verified(verifyPaymentOtp, { refId, otp: await test.codeOn(mobileNumber) })
  }
  const leadMade = async () => ({ refLeadId: textIn(await resultOf(submitLead, await leadProof()), 'refLeadId') })

  /** What must have happened before a call. */
  const before = new Map<Operation, () => Promise<Made>>([
    [resendOtp, () => later(billCode)],
    [verifyOtp, billCode],
    [billOfLine, async () => verified(verifyOtp, await billCode())],
    [queryBalance, balanceProof],
    [resendPaymentOtp, () => later(airtimeCode)],
    [verifyPaymentOtp, airtimeCode],
    [processPayment, begun],
    [transactionStatus, begun],
    [fetchTransaction, begun],
    [verifyUser, walletCode],
    [authInitiate, token],
    [authProcess, sealedPin],
    [submitLead, leadProof],
    [trackLead, leadMade],
  ])

  it.each(operations)('are sent to $path, and accepted', async (operation) => {
    const { status, text } = await send(operation, await before.get(operation)?.())
    // What a market does not offer it refuses, with an answer of the document.
    if (refusedIn[name].includes(operation)) expect(status, text).toBeGreaterThanOrEqual(400)
    else expect(status, text).toBe(200)
  })
})
