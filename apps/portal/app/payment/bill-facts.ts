import { maskAccount } from '@nyanja/domain/bills/account-number'
import { type AgreedCredit, type Bill, invoiceNumbers } from '@nyanja/domain/bills/bill'
import { displayMoney } from '@nyanja/domain/money/money'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Clock } from '../format/clock.ts'
import { unbroken } from '../format/unbroken.ts'

interface BillWords {
  readonly texts: ContentPackages['orp-translation']
  readonly clock: Clock
  /** On pages that anybody with a link may open. */
  readonly isMasked: boolean
}

/** What is charged beyond what was typed or owed, in sentences and in rows. */
export function chargeNotes({ roundedFrom, credit }: Bill, { texts }: Pick<BillWords, 'texts'>): string[] {
  return [
    ...(roundedFrom === undefined ? [] : [texts.roundedUp]),
    ...(credit === undefined ? [] : [creditNote(credit, texts)]),
  ]
}

function creditNote(credit: AgreedCredit, texts: BillWords['texts']): string {
  if (credit === 'any') return texts.creditAnyNote
  return fill(texts.creditNote, { amount: unbroken(displayMoney(credit)) })
}

export function chargeFacts({ roundedFrom, credit }: Bill, { texts }: Pick<BillWords, 'texts'>): Fact[] {
  return [
    ...(roundedFrom === undefined ? [] : [{ term: texts.typedAmount, value: displayMoney(roundedFrom) }]),
    ...(credit === undefined || credit === 'any' ? [] : [{ term: texts.creditFor, value: displayMoney(credit) }]),
  ]
}

interface Fact {
  readonly term: string
  readonly value: string
}

/** Which account, and which of its invoices. The dates of several would not fit, and stand on their own page. */
export function billFacts({ account, invoices }: Bill, { texts, clock, isMasked }: BillWords): Fact[] {
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
