import type { Invoice } from '@nyanja/domain/bills/bill'
import { addMoney, type Currency, type Money, money } from '@nyanja/domain/money/money'
import { z } from 'zod'
import { PortalError } from '../../common/errors.ts'
import type { BillSource, FixedLineAccount } from '../../subscriber/bills.ts'
import { createTmfClient, Id, maybe, moneyOf, Price, Ref, type TmfClient, type TmfOptions } from './tmf-client.ts'
import { contactOfAccount } from './tmf-contact-source.ts'
import { findLine } from './tmf-line-source.ts'

const Moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

const CustomerBill = z.object({
  id: Id,
  billNo: maybe(z.string()),
  state: maybe(z.string()),
  billingAccount: maybe(Ref),
  billingPeriod: maybe(z.object({ startDateTime: Moment, endDateTime: Moment })),
  paymentDueDate: maybe(Moment),
  remainingAmount: maybe(Price),
})
type CustomerBill = z.infer<typeof CustomerBill>

const Account = z.object({
  id: Id,
  accountBalance: maybe(z.array(z.object({ balanceType: maybe(z.string()), amount: Price }))),
})

const open = ['sent', 'partiallyPaid']

async function billsOf(client: TmfClient, account: string): Promise<CustomerBill[]> {
  const bills = await client.list(
    { api: 'bills', name: 'customerBill' },
    { 'billingAccount.id': account },
    CustomerBill,
  )
  return bills.filter(({ billingAccount }) => billingAccount?.id === account)
}

/** The payable bills of an account, oldest first. */
async function openInvoicesOf(client: TmfClient, account: string, currency: Currency): Promise<Invoice[]> {
  const bills = await billsOf(client, account)
  const invoices = bills.filter(({ state = '' }) => open.includes(state)).map((bill) => invoiceOf(bill, currency))
  return invoices
    .filter(({ outstanding }) => outstanding.minor > 0)
    .sort((left, right) => left.dueAt - right.dueAt || left.billId.localeCompare(right.billId))
}

function invoiceOf({ id, billNo, billingPeriod, paymentDueDate, remainingAmount }: CustomerBill, currency: Currency) {
  const outstanding = remainingAmount && moneyOf(remainingAmount, currency)
  // An unreadable open bill must not look like no bill.
  if (outstanding === undefined || billingPeriod === undefined || paymentDueDate === undefined)
    throw new PortalError(
      'provider_broke_contract',
      'bss customerBill: an open bill without amount, period or due date',
    )
  return {
    billId: id,
    invoiceNo: billNo ?? id,
    startsAt: billingPeriod.startDateTime,
    endsAt: billingPeriod.endDateTime,
    dueAt: paymentDueDate,
    outstanding,
  }
}

interface Some {
  readonly account: string
  readonly billIds: readonly string[]
  readonly currency: Currency
}

/** The unpaid rest of these bills. */
export async function leftOf(client: TmfClient, { account, billIds, currency }: Some): Promise<Money> {
  const bills = (await billsOf(client, account)).filter(({ id }) => billIds.includes(id))
  return bills
    .flatMap(({ remainingAmount }) => (remainingAmount && moneyOf(remainingAmount, currency)) ?? [])
    .reduce(addMoney, money(currency, 0))
}

/** Undefined when the account does not exist. Negative where the customer has paid ahead. */
export async function outstandingOf(
  client: TmfClient,
  account: string,
  currency: Currency,
): Promise<Money | undefined> {
  const found = await client.find({ api: 'accounts', name: 'billingAccount' }, account, Account)
  if (found === undefined) return undefined
  const { balanceType } = client.profile.account
  const balance = found.accountBalance?.find((one) => one.balanceType === balanceType)
  const outstanding = balance && moneyOf(balance.amount, currency, { allowNegative: true })
  if (outstanding === undefined)
    throw new PortalError('provider_broke_contract', `bss billingAccount: no balance called ${balanceType}`)
  return outstanding
}

export interface TmfBillOptions extends TmfOptions {
  readonly currency: Currency
  /** Digits of a national number. */
  readonly numberLength: number
}

const Product = z.object({ productSerialNumber: maybe(z.string()), billingAccount: maybe(Ref) })

export function createTmfBillSource(options: TmfBillOptions): BillSource {
  const client = createTmfClient(options)
  const { currency, countryCode, numberLength } = options

  return {
    async accountOfLine(msisdn) {
      const account = (await findLine(client, msisdn))?.account
      const outstanding = account && (await outstandingOf(client, account, currency))
      return account && outstanding ? { account, outstanding } : undefined
    },

    async fixedLineAccount(account) {
      const contact = await contactOfAccount(client, account, { countryCode, length: numberLength })
      return contact && { account, ...contact, ...(await lineOf(client, account)) }
    },

    openInvoices: (account) => openInvoicesOf(client, account, currency),
  }
}

async function lineOf(client: TmfClient, account: string): Promise<Pick<FixedLineAccount, 'lineNumber'>> {
  const products = await client.list({ api: 'inventory', name: 'product' }, { 'billingAccount.id': account }, Product)
  const line = products.find(
    ({ billingAccount, productSerialNumber }) => billingAccount?.id === account && productSerialNumber !== undefined,
  )
  return line?.productSerialNumber === undefined ? {} : { lineNumber: line.productSerialNumber }
}
