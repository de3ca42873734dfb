import type { Invoice } from '@nyanja/domain/bills/bill'
import { invoiceNumbers } from '@nyanja/domain/bills/bill'
import { maskEmail } from '@nyanja/domain/forms/form'
import { getCurrencyFormat } from '@nyanja/domain/money/currencies'
import { displayMoney, type Money } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { FixedLineBill } from '@nyanja/server/subscriber/bills'
import { type Clock, clockOf } from '@nyanja/web/format/clock'
import type { Portal } from '../../server/portal.ts'
import { unbroken } from '../format/text.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import type { AccountOrder } from './account-step.ts'
import { type FixedLineTexts, fixedLineTexts } from './account-texts.ts'
import { filterIn, type InvoiceFilter, isLong, pageOf } from './invoice-page.ts'
import type { InvoiceFault } from './invoice-step.ts'

export interface InvoiceRow {
  readonly number: string
  readonly period: string
  readonly due: string
  readonly amount: string
  /** What a credit note has taken off. */
  readonly credited?: string
  readonly minor: number
  readonly isOverdue: boolean
  readonly isTicked: boolean
}

/** Everything around the list, available even when billing is not. */
export function ownerView(portal: Portal, url: URL, order: AccountOrder, bill: FixedLineBill | undefined) {
  const { market } = portal
  const texts = fixedLineTexts(portal, url)
  const facts: readonly (readonly [string, string | undefined])[] = [
    [texts.accountLabel, order.account],
    [texts.lineNumber, bill?.lineNumber],
    [texts.contact, order.msisdn === '' ? undefined : unbroken(maskMsisdn(order.msisdn, market.numbers.countryCode))],
    [texts.receiptTo, order.email && maskEmail(order.email)],
  ]
  return {
    texts: { ...texts, step: fill(texts.step, { step: 1, steps: 2 }) },
    summaryOne: portal.content.page('errors-translation', languageOf(url, market)).summaryOne,
    facts: facts.flatMap(([term, value]) => (value === undefined ? [] : [{ term, value }])),
    retryHref: hrefsAt(url).fixedInternet({ flow: order.flow }),
    hereHref: hrefsAt(url).invoices({ order: order.id }),
  }
}

/** The list as this page of it shows it. */
export function listView(portal: Portal, url: URL, order: AccountOrder, bill: FixedLineBill) {
  const { market } = portal
  const texts = fixedLineTexts(portal, url)
  const clock = clockOf(market, languageOf(url, market))
  const filter = filterIn(url)
  const { invoices, from, count, next, previous } = pageOf(bill, filter)
  const hrefOf = hrefWith(url, order, filter)
  const isOverdue = overdueIn(bill)
  return {
    rows: invoices.map((invoice) => rowOf(invoice, { texts, clock, isOverdue, isOnly: bill.invoices.length === 1 })),
    text: isLong(bill) && bill.overdue > 0 ? fill(texts.listLong, { count: invoices.length }) : texts.listText,
    filters: filtersOf(bill, { texts, filter, hrefOf }),
    find: isLong(bill) ? { value: filter.find, show: filter.show, order: order.id } : undefined,
    range: isLong(bill)
      ? fill(texts.range, { first: grouped(from + 1), last: grouped(from + invoices.length), count: grouped(count) })
      : undefined,
    next: next && { href: hrefOf({ from: next.from }), text: fill(texts.next, { count: next.count }) },
    previous: previous && {
      href: hrefOf({ from: previous.from }),
      text: fill(texts.previous, { count: previous.count }),
    },
    overdue: overdueButton(bill, texts),
    format: JSON.stringify(getCurrencyFormat(market.currency)),
    total: fill(texts.total, { amount: '{amount}' }),
  }
}

export type ListView = ReturnType<typeof listView>

const grouped = (count: number) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

type HrefOf = (changes: Partial<InvoiceFilter>) => string

function hrefWith(url: URL, { id }: AccountOrder, filter: InvoiceFilter): HrefOf {
  return (changes) => {
    const { show, from, find } = { ...filter, from: 0, ...changes }
    return hrefsAt(url).invoices({
      order: id,
      show: show === 'all' ? undefined : show,
      from: from === 0 ? undefined : String(from),
      find: find === '' ? undefined : find,
    })
  }
}

function overdueIn({ invoices, overdue }: FixedLineBill): (invoice: Invoice) => boolean {
  // Overdue invoices are at the front, so the last of them decides.
  const lastDueAt = invoices[overdue - 1]?.dueAt ?? Number.NEGATIVE_INFINITY
  return ({ dueAt }) => dueAt <= lastDueAt
}

interface RowTexts {
  readonly texts: FixedLineTexts
  readonly clock: Clock
  readonly isOverdue: (invoice: Invoice) => boolean
  readonly isOnly: boolean
}

function rowOf(invoice: Invoice, { texts, clock, isOverdue, isOnly }: RowTexts): InvoiceRow {
  const { invoiceNo, startsAt, endsAt, dueAt, outstanding, credited } = invoice
  const isLate = isOverdue(invoice)
  return {
    number: invoiceNo,
    period: `${unbroken(clock.shortDay(startsAt))} - ${unbroken(clock.shortDay(endsAt))}`,
    due: fill(texts.dueOn, { day: unbroken(clock.shortDay(dueAt)) }),
    amount: displayMoney(outstanding),
    ...(credited && { credited: fill(texts.credited, { amount: unbroken(displayMoney(credited)) }) }),
    minor: outstanding.minor,
    isOverdue: isLate,
    isTicked: isLate || isOnly,
  }
}

interface FilterTexts {
  readonly texts: FixedLineTexts
  readonly filter: InvoiceFilter
  readonly hrefOf: HrefOf
}

/** The texts are set only for a long list, and where they differ. */
function filtersOf(bill: FixedLineBill, { texts, filter, hrefOf }: FilterTexts) {
  const { invoices, overdue } = bill
  if (!isLong(bill) || overdue === 0 || overdue === invoices.length) return []
  const filters = [
    { show: 'all', count: invoices.length, text: texts.showAll },
    { show: 'overdue', count: overdue, text: texts.showOverdue },
  ] as const
  return filters.map(({ show, count, text }) => ({
    href: hrefOf({ show, find: '' }),
    label: fill(text, { count: grouped(count) }),
    isCurrent: filter.show === show && filter.find === '',
  }))
}

/** The button names the amount that it charges, and charges no other: the value is the amount that was read. */
function overdueButton({ overdue, overdueTotal }: FixedLineBill, texts: FixedLineTexts) {
  if (overdueTotal === undefined) return undefined
  const amount = unbroken(displayMoney(overdueTotal))
  const text =
    overdue === 1 ? fill(texts.payOverdueOne, { amount }) : fill(texts.payOverdue, { count: overdue, amount })
  return { text, value: `overdue ${overdueTotal.minor}` }
}

const longestNumber = 40

/** Explains why nothing was begun, and what helps. */
export function invoiceMessage({ market, content, amountLimits }: Portal, url: URL, fault: InvoiceFault): string {
  const language = languageOf(url, market)
  const texts = fixedLineTexts({ market, content }, url)
  const { amountMin, amountMax } = content.page('recharge-translation', language)
  const { min, max } = amountLimits.bill
  if (fault.outcome === 'paid_meanwhile') {
    const missing = fault.missing.map((number) => ({ invoiceNo: number.slice(0, longestNumber) }))
    return fill(texts.paidMeanwhile, { numbers: invoiceNumbers(missing) })
  }
  const messages = {
    none_chosen: texts.chooseOne,
    overdue_changed: texts.overdueChanged,
    below_minimum: `${fill(amountMin, { min: plain(min) })}. ${texts.belowMinimumText}`,
    above_maximum: `${fill(amountMax, { max: plain(max) })}. ${texts.aboveMaximumText}`,
    bss_unavailable: content.page('errors-translation', language).serviceSilent,
  } as const satisfies Record<Exclude<InvoiceFault['outcome'], 'paid_meanwhile'>, string>
  return messages[fault.outcome]
}

/** Formats an amount without the currency, which is part of the sentence. */
const plain = (amount: Money) => displayMoney(amount).slice(amount.currency.length + 1)
