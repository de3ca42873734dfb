import { readFixedLineAccount } from '@nyanja/domain/bills/account-number'
import { parseEmail } from '@nyanja/domain/forms/email'
import { dayIn } from '@nyanja/server/settings/market-days'
import { openInvoices } from '../../../contract/open-invoices.ts'
import type { Portal } from '../../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { maskedNumber } from './masked-number.ts'
import { serializeAmount } from './serialize-bundle.ts'

export function serveOpenInvoices(api: Api, { bills, market }: Pick<Portal, 'bills' | 'market'>): void {
  const day = (at: number) => dayIn(market.timeZone, at)

  serve(api, openInvoices, async ({ input: { accountNo, contactPersonEmailId }, succeed }) => {
    const reading = readFixedLineAccount(accountNo)
    if (reading.outcome !== 'valid') return failed('invalid_account')
    if (parseEmail(contactPersonEmailId).outcome !== 'valid') return failed('invalid_email')
    const bill = await bills.fixedLately(reading.account)
    if (bill === undefined) return failed('unknown_account')
    const { account, lineNumber, contactMsisdn = '', overdue } = bill
    const invoices = bill.invoices.map(({ invoiceNo, dueAt, startsAt, endsAt, outstanding }, at) => ({
      accountNo: account,
      invoiceNo,
      dueDate: day(dueAt),
      billingStartDate: day(startsAt),
      billingEndDate: day(endsAt),
      currency: outstanding.currency,
      outstandingAmount: serializeAmount(outstanding),
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
