import { money } from '@nyanja/domain/money/money'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { billOfLine, validateAccount } from '../../../contract/bill.ts'
import { sendOtp, verifyOtp } from '../../../contract/otp.ts'
import { initiatePayment, processPayment } from '../../../contract/payment.ts'
import { createTestApp, type TestApp, testKeys, testLines } from '../../testing/test-app.ts'
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
/** What billing reports, and whether it accepts payments. */
let owed: number
let posts: boolean
beforeEach(async () => {
  owed = 1_825_075
  posts = true
  const accountOfLine = async (line: string) =>
    line === msisdn ? { account: accountNo, outstanding: money('MWK', owed) } : undefined
  test = await createTestApp({
    billSource: { accountOfLine, fixedLineAccount: async () => undefined, openInvoices: async () => [] },
    deliveryProvider: {
      async prepare({ amount }) {
        if (!posts) throw new Error('billing is away')
        return async () => {
          owed -= amount.minor
          return { outcome: 'delivered', bssReference: 'payment-1', remaining: money('MWK', owed) }
        }
      },
      findByReference: async () => undefined,
      callOf: (kind) => `bss ${kind}`,
    },
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
  it('returns the amount due of the line once, after its holder entered the code', async () => {
    const otpId = await verifiedCode()
    expect((await call(billOfLine, { msisdn, otpId })).body).toMatchObject({ status: 'success', result: bill })
    expect(await call(billOfLine, { msisdn, otpId })).toMatchObject({
      status: 400,
      body: { message: 'Please type the code from the SMS first' },
    })
  })

  it('returns nothing without a proof of the line', async () => {
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

  it('answers 404 when there is no account', async () => {
    const otpId = await verifiedCode(testLines.hybrid)
    expect(await call(billOfLine, { msisdn: testLines.hybrid, otpId })).toMatchObject(noAccount)
  })

  it('recognises what is a number', async () => {
    expect(await call(billOfLine, { msisdn: '99', otpId: 'x' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid Mobile No' },
    })
  })
})

describe('POST validate/msisdn-account', () => {
  it('returns the amount due to a caller who knows the account number of the line', async () => {
    const { body } = await call(validateAccount, { msisdn, accountNo: ' 1000 000 050' })
    expect(body).toMatchObject({ status: 'success', result: bill })
  })

  it('allows five misses a day', async () => {
    const guess = () => call(validateAccount, { msisdn, accountNo: '1000000051' })
    for (let tries = 0; tries < 4; tries += 1)
      expect(await guess()).toMatchObject({
        status: 400,
        body: { statusCode: 60119, message: 'The account number does not belong to this mobile number' },
      })
    expect(await guess()).toMatchObject({ body: { statusCode: 2002, message: 'Maximum attempts exhausted' } })
    expect(await call(validateAccount, { msisdn, accountNo })).toMatchObject({ body: { statusCode: 2002 } })
  })

  it('reports an unknown account', async () => {
    expect(await call(validateAccount, { msisdn: testLines.hybrid, accountNo })).toMatchObject(noAccount)
  })

  it.each(['100000005', 'P1000000050', ''])('recognises what is an account number: %j', async (typed) => {
    expect(await call(validateAccount, { msisdn, accountNo: typed })).toMatchObject({
      status: 400,
      body: { message: 'Invalid Account Number' },
    })
  })
})

const initiate = (data: object) =>
  call(initiatePayment, {
    data: { mobileNumber: msisdn, transactionType: 'POSTPAID_BILL', paymentMode: 'NYANJA_MONEY_PUSH', ...data },
  })

/** Initiates a payment, which is processed and approved on the handset. */
async function pay(amount: string, wallet: string = testLines.prepaid): Promise<string> {
  const { body } = await initiate({ amount, paymentMobile: wallet })
  const id = body.status === 'success' ? body.result.transactionId : ''
  await call(processPayment, { data: { transactionId: id } })
  test.clock.ms += 20_000
  await test.doDueWork()
  test.clock.ms += 1
  return id
}

describe('a bill that was paid a moment ago', () => {
  const paid = { status: 409, body: { statusCode: 409, message: 'This bill is paid. More would be a credit' } }
  const above = {
    status: 400,
    body: { message: 'This is more than is left to pay of this bill. The rest would be a credit' },
  }

  it.each([true, false])('owes nothing in any answer, whether billing has posted it: %j', async (isPosted) => {
    posts = isPosted
    const seen = await call(validateAccount, { msisdn, accountNo })
    expect(seen.body).toMatchObject({ result: { totalOutstanding: 18_250.75 } })
    await pay('18250.75')
    expect(owed).toBe(isPosted ? 0 : 1_825_075)
    const now = { result: { accountNo, totalOutstanding: 0 } }
    expect((await call(validateAccount, { msisdn, accountNo })).body).toMatchObject(now)
    expect((await call(billOfLine, { msisdn, otpId: await verifiedCode() })).body).toMatchObject(now)
  })

  it.each([true, false])(
    'is not charged again without explicit confirmation, whether billing has posted it: %j',
    async (isPosted) => {
      posts = isPosted
      await pay('18250.75')
      expect(await initiate({ amount: '18250.75', accountId: accountNo })).toMatchObject(paid)
      expect(await initiate({ amount: '18250.75' })).toMatchObject(above)
      expect(await initiate({ amount: '100' })).toMatchObject(above)
      const ahead = await initiate({ amount: '500', accountId: accountNo, payAhead: true })
      expect(ahead).toMatchObject({ status: 200, body: { result: { amount: 500, currencyCode: 'MWK' } } })
    },
  )

  it('shows the rest of it to a caller who may see it', async () => {
    await pay('18000')
    expect(await initiate({ amount: '18250.75', accountId: accountNo })).toMatchObject({
      status: 400,
      body: { message: 'Only MWK 250.75 is left to pay of this bill. The rest would be a credit' },
    })
    expect(await initiate({ amount: '250.75', accountId: accountNo })).toMatchObject({ status: 200 })
  })

  it('is not charged by a transaction that was initiated before', async () => {
    const { body } = await initiate({ amount: '18250.75', paymentMobile: testLines.hybrid })
    const early = body.status === 'success' ? body.result.transactionId : ''
    await pay('18250.75')
    expect(await call(processPayment, { data: { transactionId: early } })).toMatchObject(above)
    expect(owed).toBe(0)
  })

  it('is charged to one of two payers who are prompted at the same time', async () => {
    const begin = async (wallet: string) => {
      const { body } = await initiate({ amount: '18250.75', paymentMobile: wallet })
      return body.status === 'success' ? body.result.transactionId : ''
    }
    const [first, second] = [await begin(testLines.prepaid), await begin(testLines.hybrid)]
    expect(await call(processPayment, { data: { transactionId: first } })).toMatchObject({ status: 200 })
    expect(await call(processPayment, { data: { transactionId: second } })).toMatchObject({
      status: 409,
      body: { message: 'This is being paid already. Please try again in a few minutes' },
    })
  })
})

describe('POST initiate of a bill', () => {
  it('takes any part of it, to the tambala', async () => {
    const { body } = await initiate({ amount: '18250.75', paymentMobile: testLines.prepaid })
    expect(body).toMatchObject({ status: 'success', result: { transactionId: expect.any(String), amount: 18_250.75 } })
  })

  it('refuses an account number of another line, and counts it as a guess', async () => {
    const other = () => initiate({ amount: '500', accountId: '1000000051' })
    expect(await other()).toMatchObject({
      status: 400,
      body: { statusCode: 60119, message: 'The account number does not belong to this mobile number' },
    })
    for (let times = 0; times < 4; times += 1) await other()
    expect(await other()).toMatchObject({ body: { statusCode: 2002 } })
  })

  it.each([
    [{ amount: '99' }, 'Minimum amount should be MWK 100'],
    [{ amount: '1500001' }, 'Maximum amount should be MWK 1,500,000'],
    [{ amount: 'all' }, 'Invalid amount'],
    [{ amount: '500', mobileNumber: testLines.prepaid }, 'Invalid Mobile No'],
    [{ amount: '500', mobileNumber: testLines.hybrid }, 'There is no account for this number'],
    [{ amount: '500', accountId: '12345' }, 'Invalid Account Number'],
    [{ amount: '500', productCode: 'MW-D-100' }, 'Invalid data.productCode'],
    [{ amount: '500', invoiceNumber: 'INV-1' }, 'Invalid data.invoiceNumber'],
    [{ amount: '500', accountType: 'PREPAID' }, 'Invalid data.accountType'],
    [{ amount: '500', unit: '400' }, 'Invalid data.unit'],
    [{ amount: '500', txnId: 'T1' }, 'Invalid data.txnId'],
  ])('refuses %j', async (data, message) => {
    expect(await initiate(data)).toMatchObject({ status: 400, body: { message } })
  })
})

describe('a bill in dollars', () => {
  const inFrancs = {
    mobileNumber: msisdn,
    transactionType: 'POSTPAID_BILL',
    paymentMode: 'MPESA',
    paymentMobile: testLines.prepaid,
    accountId: accountNo,
    currencyCode: 'CDF',
    unit: '24.50',
    amount: '69825',
  } as const

  async function begin(changes: object) {
    const accountOfLine = async () => ({ account: accountNo, outstanding: money('USD', 3_000) })
    const congo = await createTestApp(
      { billSource: { accountOfLine, fixedLineAccount: async () => undefined, openInvoices: async () => [] } },
      'cd',
    )
    const { body } = await callerOf(congo)(initiatePayment, { data: { ...inFrancs, ...changes } }, { 'x-opco': 'CD' })
    const id = body.status === 'success' ? body.result.transactionId : undefined
    const payment = id === undefined ? undefined : await congo.portal.progress.payment(id)
    await congo.close()
    return { body, payment }
  }

  it('is paid in francs: the units give the dollars, and the amount their value in francs', async () => {
    const { body, payment } = await begin({})
    expect(body).toMatchObject({ result: { amount: 69_825, currencyCode: 'CDF' } })
    expect(payment).toMatchObject({
      attempt: { amount: money('CDF', 6_982_500) },
      order: { choice: { kind: 'bill', amount: money('USD', 2_450) } },
    })
  })

  it.each([
    [{ amount: '69824' }, 'The amount differs from the price of the product'],
    [{ unit: undefined }, 'Invalid amount'],
    [{ unit: '0.5' }, 'Minimum amount should be USD 1'],
    [{ unit: '31', amount: '88350' }, 'Only USD 30 is left to pay of this bill. The rest would be a credit'],
    [{ currencyCode: 'USD', amount: '24.50', unit: '24' }, 'The amount differs from the price of the product'],
  ])('is refused with %j', async (changes, message) => {
    expect((await begin(changes)).body).toMatchObject({ message })
  })
})
