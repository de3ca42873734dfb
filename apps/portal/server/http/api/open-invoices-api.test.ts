import type { Invoice } from '@nyanja/domain/bills/bill'
import { money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import type { Purchase } from '@nyanja/server/payments/delivery-provider'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openInvoices } from '../../../contract/bill.ts'
import { initiatePayment, processPayment } from '../../../contract/payment.ts'
import { fetchTransaction, transactionStatus } from '../../../contract/transaction.ts'
import { createTestApp, type TestApp, testKeys, testLines } from '../../testing/test-app.ts'
import { type Caller, callerOf } from './test-caller.ts'

const accountNo = 'PE1234567890'
const contactPersonEmailId = 'accounts@example.mw'

/** Midnight in Blantyre on a day of November. */
const day = (date: number) => Date.UTC(2026, 10, date - 1, 22)

const invoice = (number: number, dueAt: number, minor: number): Invoice => ({
  billId: `cb-${number}`,
  invoiceNo: `INV-${number}`,
  startsAt: day(1),
  endsAt: day(12),
  dueAt,
  outstanding: money('MWK', minor),
})

let owed: Invoice[]
let delivered: Purchase[]
let test: TestApp
let call: Caller
beforeEach(async () => {
  owed = [invoice(1, day(19), 6_500_000), invoice(2, day(20), 4_825_075), invoice(3, day(28), 5_000)]
  delivered = []
  const lineNumber = '2651755001'
  test = await createTestApp({
    billSource: {
      accountOfLine: async () => undefined,
      fixedLineAccount: async (account) =>
        account === accountNo ? { account, lineNumber, contactMsisdn: '991234567' } : undefined,
      openInvoices: async (account) => (account === accountNo ? [...owed] : []),
    },
    deliveryProvider: {
      prepare: async (purchase) => async () => {
        delivered.push(purchase)
        return { outcome: 'delivered', bssReference: 'pm-1', remaining: money('MWK', 0) }
      },
      findByReference: async () => undefined,
      callOf: (kind) => `bss ${kind}`,
    },
  })
  call = callerOf(test)
})
afterEach(() => test.close())

describe('POST getopeninvoice', () => {
  it('lists open invoices, oldest first, in days of the market, with the contact masked', async () => {
    const { body } = await call(openInvoices, { accountNo: ' pe1234 567890 ', contactPersonEmailId })
    const common = {
      accountNo,
      billingStartDate: '2026-11-01',
      billingEndDate: '2026-11-12',
      currency: 'MWK',
    }
    expect(body).toMatchObject({
      status: 'success',
      result: {
        lineNumber: '2651755001',
        contactPersonMsisdn: '099•••••67',
        response: {
          invoices: [
            {
              ...common,
              invoiceNo: 'INV-1',
              dueDate: '2026-11-19',
              outstandingAmount: 65_000,
              invoiceStatus: 'OVERDUE',
            },
            {
              ...common,
              invoiceNo: 'INV-2',
              dueDate: '2026-11-20',
              outstandingAmount: 48_250.75,
              invoiceStatus: 'OPEN',
            },
            { ...common, invoiceNo: 'INV-3', dueDate: '2026-11-28', outstandingAmount: 50, invoiceStatus: 'OPEN' },
          ],
        },
      },
    })
  })

  it('returns an empty list for an account that owes nothing', async () => {
    owed = []
    const { body } = await call(openInvoices, { accountNo, contactPersonEmailId })
    expect(body).toMatchObject({ status: 'success', result: { response: { invoices: [] } } })
  })

  it.each([
    [{ accountNo: '1234567890' }, 400, 'Invalid Account Number'],
    [{ accountNo: '' }, 400, 'Invalid Account Number'],
    [{ contactPersonEmailId: 'accounts' }, 400, 'Invalid Email Id'],
    [{ contactPersonEmailId: '' }, 400, 'Invalid Email Id'],
  ])('refuses an invalid account number or e-mail address: %j', async (sent, statusCode, message) => {
    expect(await call(openInvoices, { accountNo, contactPersonEmailId, ...sent })).toMatchObject({
      status: 400,
      body: { statusCode, message },
    })
  })

  it('reports an account that billing does not know', async () => {
    expect(await call(openInvoices, { accountNo: 'P0000000000', contactPersonEmailId })).toMatchObject({
      status: 400,
      body: { statusCode: 60005, message: 'There is no account for this number' },
    })
  })

  it('refuses misses of a client that guesses accounts, and neither other clients nor known accounts', async () => {
    const guess = (index: number, headers = {}) =>
      call(openInvoices, { accountNo: `P${1_000_000_000 + index}`, contactPersonEmailId }, headers)
    for (let index = 0; index < 600; index += 1) await guess(index)
    expect(await guess(600)).toMatchObject({ status: 429, body: { statusCode: 502 } })
    expect(await guess(600, { 'x-api-key': testKeys.kiosk })).toMatchObject({ body: { statusCode: 60005 } })
    expect(await call(openInvoices, { accountNo, contactPersonEmailId })).toMatchObject({ status: 200 })
  })
})

describe('POST initiate of invoices', () => {
  const initiate = (data: object) =>
    call(initiatePayment, {
      data: {
        mobileNumber: testLines.prepaid,
        transactionType: 'BILL_PAYMENT',
        paymentMode: 'NYANJA_MONEY_PUSH',
        accountId: accountNo,
        ...data,
      },
    })

  it.each([
    ['one', { invoiceNumber: 'INV-2' }, 48_250.75, 'INV-2'],
    ['one, with its amount', { invoiceNumber: 'INV-2', amount: '48250.75' }, 48_250.75, 'INV-2'],
    ['several', { invoiceNumber: 'INV-2, INV-1', amount: '113,250.75' }, 113_250.75, 'INV-1,INV-2'],
  ])('accepts %s', async (_how, data, amount, invoiceNumber) => {
    const { body } = await initiate(data)
    const id = body.status === 'success' ? body.result.transactionId : ''
    const status = await call(transactionStatus, { tid: id })
    expect(status.body).toMatchObject({
      result: { transactionType: 'BILL_PAYMENT', amount, accountId: 'PE••••••7890', invoiceNumber },
    })
  })

  it('pays them at billing once the payment succeeds', async () => {
    const { body } = await initiate({ invoiceNumber: 'INV-1,INV-2' })
    const transactionId = body.status === 'success' ? body.result.transactionId : ''
    await call(processPayment, { data: { transactionId } })
    test.clock.ms += minute
    await test.doDueWork()
    expect(delivered).toMatchObject([
      {
        kind: 'invoice',
        amount: money('MWK', 11_325_075),
        bill: { account: accountNo, invoices: [{ billId: 'cb-1' }, { billId: 'cb-2' }] },
      },
    ])
    expect((await call(transactionStatus, { tid: transactionId })).body).toMatchObject({
      result: { status: 'SUCCESS', invoiceNumber: 'INV-1,INV-2' },
    })
  })

  it('reports each invoice in days of the market', async () => {
    const { body } = await initiate({ invoiceNumber: 'INV-2' })
    const txnId = body.status === 'success' ? body.result.transactionId : ''
    expect((await call(fetchTransaction, { txnId })).body).toMatchObject({
      result: {
        invoiceDetail: [{ invoiceNo: 'INV-2', billingStartDate: '2026-11-01', dueDate: '2026-11-20' }],
      },
    })
  })

  it.each([
    [{ invoiceNumber: 'INV-2', amount: '48250' }, 'The amount differs from the price of the product'],
    [{ invoiceNumber: 'INV-9' }, 'This invoice is not open'],
    [{ invoiceNumber: 'INV-1,INV-9' }, 'This invoice is not open'],
    [{}, 'This invoice is not open'],
    [{ invoiceNumber: 'INV-3' }, 'Minimum amount should be MWK 100'],
    [{ invoiceNumber: 'INV-1', accountId: 'P0000000000' }, 'There is no account for this number'],
    [{ invoiceNumber: 'INV-1', accountId: '1000000050' }, 'Invalid Account Number'],
    [{ invoiceNumber: 'INV-1', mobileNumber: '991111111' }, 'Invalid Mobile No'],
  ])('refuses %j', async (data, message) => {
    expect(await initiate(data)).toMatchObject({ status: 400, body: { message } })
  })

  it('refuses more invoices than may be paid at once', async () => {
    owed = [invoice(1, day(19), 150_000_100)]
    expect(await initiate({ invoiceNumber: 'INV-1' })).toMatchObject({
      status: 400,
      body: { message: 'Maximum amount should be MWK 1,500,000' },
    })
  })

  it('asks billing again, and refuses an invoice that was paid a moment ago', async () => {
    await call(openInvoices, { accountNo, contactPersonEmailId })
    owed = owed.slice(1)
    expect(await initiate({ invoiceNumber: 'INV-1' })).toMatchObject({
      status: 400,
      body: { message: 'This invoice is not open' },
    })
  })
})

describe('the public status of a payment for an account', () => {
  it('shows no number of an account that has no contact', async () => {
    const [first] = owed
    if (first === undefined) throw new Error('Nothing is owed')
    const { orders, payments } = test.portal
    const draft = { channel: 'web', language: 'en', msisdn: '', account: accountNo, lineType: 'POSTPAID' } as const
    const order = await orders.open({ ...draft, redirectPage: '/', email: contactPersonEmailId })
    const bill = { account: accountNo, invoices: [first] }
    const placed = await orders.place(order, { kind: 'invoice', amount: first.outstanding, bill })
    const begun = await payments.pay(placed, { method: 'card' })
    if (!('attempt' in begun)) throw new Error('No payment was begun')
    const tid = begun.attempt.id
    const { body } = await call(transactionStatus, { tid })
    expect(body).toMatchObject({ result: { accountId: 'PE••••••7890', invoiceNumber: 'INV-1' } })
    expect(body).not.toHaveProperty('result.mobileNumber')
    expect((await call(fetchTransaction, { txnId: tid })).body).toMatchObject({
      result: { msisdn: '', emailId: 'a•••@•••' },
    })
  })
})
