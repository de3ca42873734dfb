import { readFixedLineAccount, readLineAccount } from '@nyanja/domain/bills/account-number'
import { parseEmail } from '@nyanja/domain/forms/form'
import { parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { dayIn } from '@nyanja/server/common/zone-time'
import { billOfLine, openInvoices, validateAccount } from '../../../contract/bill.ts'
import type { Portal } from '../../portal.ts'
import { failed, maskedNumber } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { serializeAmount } from './product-api.ts'

const matchFailures = {
  differs: 'account_differs',
  no_account: 'unknown_account',
  tries_spent: 'attempts_exhausted',
} as const

export function serveBills(api: Api, { bills, codes, market }: Pick<Portal, 'bills' | 'codes' | 'market'>): void {
  async function billOf(msisdn: string) {
    const found = await bills.ofLine(msisdn)
    if (found === undefined) return undefined
    const { account, left } = found
    return { accountNo: account, totalOutstanding: serializeAmount(left), currency: left.currency }
  }

  serve(api, billOfLine, async ({ input: { msisdn, otpId }, client, succeed }) => {
    const number = parseMsisdn(msisdn, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const binding = { purpose: 'invoice', msisdn: number.msisdn, subject: client } as const
    if (!(await codes.consume({ refId: otpId }, binding))) return failed('proof_missing')
    const bill = await billOf(number.msisdn)
    return bill === undefined ? failed('unknown_account') : succeed(bill)
  })

  serve(api, validateAccount, async ({ input: { msisdn, accountNo }, succeed }) => {
    const number = parseMsisdn(msisdn, market.numbers)
    if (number.outcome !== 'valid') return failed('invalid_number')
    const account = readLineAccount(accountNo)
    if (account.outcome !== 'valid') return failed('invalid_account')
    const match = await bills.match(number.msisdn, account.account)
    if (match.outcome !== 'matches') return failed(matchFailures[match.outcome])
    const bill = await billOf(number.msisdn)
    return bill === undefined ? failed('unknown_account') : succeed(bill)
  })
}

export function serveOpenInvoices(api: Api, { bills, market }: Pick<Portal, 'bills' | 'market'>): void {
  const day = (at: number) => dayIn(market.timeZone, at)

  serve(api, openInvoices, async ({ input: { accountNo, contactPersonEmailId }, succeed }) => {
    const reading = readFixedLineAccount(accountNo)
    if (reading.outcome !== 'valid') return failed('invalid_account')
    if (parseEmail(contactPersonEmailId).outcome !== 'valid') return failed('invalid_email')
    const bill = await bills.fixedLineLately(reading.account)
    if (bill === undefined) return failed('unknown_account')
    const { account, lineNumber, contactMsisdn = '', overdue } = bill
    const invoices = bill.invoices.map(({ invoiceNo, dueAt, startsAt, endsAt, outstanding, credited }, at) => ({
      accountNo: account,
      invoiceNo,
      dueDate: day(dueAt),
      billingStartDate: day(startsAt),
      billingEndDate: day(endsAt),
      currency: outstanding.currency,
      outstandingAmount: serializeAmount(outstanding),
      ...(credited && { creditedAmount: serializeAmount(credited) }),
      invoiceStatus: at < overdue ? ('OVERDUE' as const) : ('OPEN' as const),
    }))
    const contactPersonMsisdn = maskedNumber(contactMsisdn, market)
    return succeed({
      ...(lineNumber !== undefined && { lineNumber }),
      ...(contactPersonMsisdn !== undefined && { contactPersonMsisdn }),
      response: { invoices },
    })
  })
}
