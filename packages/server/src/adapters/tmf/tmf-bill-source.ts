import { type Invoice, takeOffCredit } from '@nyanja/domain/bills/bill'
import { addMoney, type Currency, type Money, money } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { BillSource, FixedLineAccount } from '../../subscriber/bills.ts'
import { broken } from '../contract-faults.ts'
import { fold } from './profile.ts'
import { type CurrencyOptions, createTmfClient, type Found, type TmfClient } from './tmf-client.ts'
import { contactOfAccount } from './tmf-contact-source.ts'
import { findLine, numberOfProduct, Product } from './tmf-line-source.ts'
import { Id, listOf, Moment, maybe, Price, Ref, readMoney, spare, Text } from './tmf-values.ts'

const CustomerBill = z.object({
  id: Id,
  billNo: spare(Text),
  state: maybe(Text),
  billingAccount: maybe(Ref),
  billDate: spare(Moment),
  billingPeriod: spare(z.object({ startDateTime: spare(Moment), endDateTime: spare(Moment) })),
  paymentDueDate: spare(Moment),
  remainingAmount: maybe(Price),
})
type CustomerBill = z.infer<typeof CustomerBill>

const Account = z.object({
  accountBalance: listOf(z.object({ balanceType: maybe(Text), amount: Price })),
})

export async function billsOf(client: TmfClient, account: string): Promise<Found<CustomerBill>> {
  return client.search(
    { api: 'bills', name: 'customerBill' },
    {
      filter: { 'billingAccount.id': account },
      row: CustomerBill,
      matches: ({ billingAccount }) => billingAccount?.id === account,
    },
  )
}

interface Whose {
  readonly account: string
  readonly currency: Currency
}

interface OpenBills {
  /** The invoices, oldest first, less credit notes. */
  readonly invoices: readonly Invoice[]
  /** The credit that is left when credit notes cover every invoice. */
  readonly credit: Money
  readonly isNoneRead: boolean
}

/**
 * A credit note is a bill with an amount below zero, with or without a date. A bill that cannot be read is left out.
 */
function openBillsIn({ rows }: Found<CustomerBill>, client: TmfClient, currency: Currency): OpenBills {
  const { openBillStates } = client.profile.account
  const open = rows.filter(({ state = '' }) => openBillStates.includes(fold(state)))
  const credits = open.map((bill) => remainingOf(bill, client, currency)?.minor ?? 0).filter((minor) => minor < 0)
  const invoices = open.flatMap((bill) => invoiceOf(bill, client, currency) ?? [])
  const oldestFirst = invoices.sort(
    (left, right) => left.dueAt - right.dueAt || left.billId.localeCompare(right.billId),
  )
  const credit = credits.reduce((total, minor) => total - minor, 0)
  const { invoices: reduced, left } = takeOffCredit(oldestFirst, money(currency, credit))
  return { invoices: reduced, credit: left, isNoneRead: invoices.length + credits.length === 0 && open.length > 0 }
}

async function readOpenBills(client: TmfClient, { account, currency }: Whose): Promise<OpenBills> {
  const found = await billsOf(client, account)
  const bills = openBillsIn(found, client, currency)
  // An account whose bills cannot be read must not look like one without any.
  const isBlank = bills.isNoneRead || (bills.invoices.length === 0 && !found.isComplete)
  if (isBlank) throw broken('customerBill: no open bill can be read')
  return bills
}

/** The payable bills of an account, oldest first. */
async function openInvoicesOf(client: TmfClient, whose: Whose): Promise<Invoice[]> {
  const { invoices } = await readOpenBills(client, whose)
  return withNumbersApart(invoices.filter(({ outstanding }) => outstanding.minor > 0))
}

/** Adds the ids to two bills with the same number, because customers choose bills by their numbers. */
function withNumbersApart(invoices: readonly Invoice[]): Invoice[] {
  const ofNumber = Map.groupBy(invoices, ({ invoiceNo }) => invoiceNo)
  return invoices.map((invoice) => {
    const { billId, invoiceNo } = invoice
    const isAlone = ofNumber.get(invoiceNo)?.length === 1
    return isAlone ? invoice : { ...invoice, invoiceNo: `${invoiceNo} (${billId})` }
  })
}

/** A date is a moment in some systems: the first or the last minute of it in UTC is meant as the date. */
function asDate(text: string | undefined): string | undefined {
  const [, date] = /^(\d{4}-\d\d-\d\d)T(?:00:00|23:59)(?::[\d.]+)?(?:Z|[+-]00:?00)$/.exec(text ?? '') ?? []
  return date ?? text
}

function remainingOf({ remainingAmount }: CustomerBill, client: TmfClient, currency: Currency): Money | undefined {
  return remainingAmount && readMoney(remainingAmount, { currency, profile: client.profile, allowNegative: true })
}

/**
 * Reads an invoice: undefined for a credit note, and for a bill without an amount in the market's currency or without
 * any date.
 */
function invoiceOf(bill: CustomerBill, client: TmfClient, currency: Currency): Invoice | undefined {
  const { id, billNo = id, billingPeriod } = bill
  const outstanding = remainingOf(bill, client, currency)
  const [starts, ends, due, made] = [
    ...[billingPeriod?.startDateTime, billingPeriod?.endDateTime],
    ...[bill.paymentDueDate, bill.billDate],
  ].map((text) => client.momentOf(asDate(text)))
  const dueAt = due ?? ends ?? made
  if (outstanding === undefined || outstanding.minor < 0 || dueAt === undefined) return undefined
  const endsAt = ends ?? made ?? dueAt
  return { billId: id, invoiceNo: billNo, startsAt: starts ?? endsAt, endsAt, dueAt, outstanding }
}

/** The unpaid rest of these bills, less credit notes, is undefined while one of them cannot be read. */
export async function computeUnpaidRest(
  client: TmfClient,
  { account, billIds, currency }: Whose & { readonly billIds: readonly string[] },
): Promise<Money | undefined> {
  const found = await billsOf(client, account)
  const bills = found.rows.filter(({ id }) => billIds.includes(id))
  const amounts = bills.flatMap((bill) => remainingOf(bill, client, currency) ?? [])
  if (amounts.length < billIds.length) return undefined
  const { invoices } = openBillsIn(found, client, currency)
  const paid = invoices.filter(({ billId }) => billIds.includes(billId))
  const credited = paid.reduce((sum, { credited }) => sum + (credited?.minor ?? 0), 0)
  return amounts.reduce(addMoney, money(currency, 0 - credited))
}

/** Reads the amount: undefined when the account does not exist, and negative where the customer has paid ahead. */
export async function outstandingOf(
  client: TmfClient,
  account: string,
  currency: Currency,
): Promise<Money | undefined> {
  const { profile } = client
  const { outstanding: how, balanceType, creditIs } = profile.account
  if (how === 'sum-of-bills') {
    const { invoices, credit } = await readOpenBills(client, { account, currency })
    return invoices.reduce((sum, { outstanding }) => addMoney(sum, outstanding), money(currency, 0 - credit.minor))
  }
  const found = await client.find({ api: 'accounts', name: 'billingAccount' }, account, Account)
  if (found === undefined) return undefined
  const balance = found.accountBalance?.find((one) => fold(one.balanceType ?? '') === fold(balanceType))
  const amount = balance && readMoney(balance.amount, { currency, profile, allowNegative: true })
  if (amount === undefined) throw broken(`billingAccount: no balance called ${balanceType}`)
  return creditIs === 'negative' ? amount : money(currency, 0 - amount.minor)
}

export interface TmfBillOptions extends CurrencyOptions {
  /** The number of digits of a national number. */
  readonly numberLength: number
}

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

    openInvoices: (account) => openInvoicesOf(client, { account, currency }),
  }
}

async function lineOf(client: TmfClient, account: string): Promise<Pick<FixedLineAccount, 'lineNumber'>> {
  const { rows } = await client.search(
    { api: 'inventory', name: 'product' },
    {
      filter: { 'billingAccount.id': account },
      row: Product,
      matches: ({ billingAccount }) => billingAccount?.id === account,
    },
  )
  const [lineNumber] = rows.flatMap((product) => numberOfProduct(product, client.profile) ?? [])
  return lineNumber === undefined ? {} : { lineNumber }
}
