import { maskAccount } from '@nyanja/domain/account-number'
import { type Bill, invoiceNumbers } from '@nyanja/domain/bill'
import type { ContentPackages } from '../../server/content/content-packages.ts'
import type { Clock } from '../format/clock.ts'

interface BillWords {
  readonly texts: ContentPackages['orp-translation']
  readonly clock: Clock
  /** On pages that anybody with a link may open. */
  readonly isMasked: boolean
}

/** Which account, and which of its invoices. The dates of several would not fit, and stand on their own page. */
export function billFacts(
  { account, invoices }: Bill,
  { texts, clock, isMasked }: BillWords,
): { term: string; value: string }[] {
  const numbers = invoiceNumbers(invoices)
  const [only, ...others] = invoices
  return [
    ...(account === '' ? [] : [{ term: texts.accountNumber, value: isMasked ? maskAccount(account) : account }]),
    ...(numbers === '' ? [] : [{ term: texts.invoiceNumber, value: numbers }]),
    ...(only === undefined || others.length > 0
      ? []
      : [
          { term: texts.billStart, value: clock.calendarDay(only.startsAt) },
          { term: texts.billEnd, value: clock.calendarDay(only.endsAt) },
          { term: texts.dueDate, value: clock.calendarDay(only.dueAt) },
        ]),
  ]
}
