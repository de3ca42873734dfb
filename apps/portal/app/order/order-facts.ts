import { maskAccount } from '@nyanja/domain/bills/account-number'
import { type AgreedCredit, type Bill, invoiceNumbers } from '@nyanja/domain/bills/bill'
import { endOfBundle } from '@nyanja/domain/bundles/bundle'
import { type Plan, priceWithin } from '@nyanja/domain/leads/plan'
import { displayMoney, type Money } from '@nyanja/domain/money/money'
import { formatMsisdn, maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { OrderItem } from '@nyanja/domain/payments/order-items'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import { fill } from '@nyanja/domain/texts/fill'
import { translate } from '@nyanja/domain/texts/language'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { PlacedOrder } from '@nyanja/server/payments/orders'
import type { Clock } from '@nyanja/web/format/clock'
import type { Portal } from '../../server/portal.ts'
import { givesOf, planOf, volumeOf } from '../format/bundle-texts.ts'
import { unbroken } from '../format/text.ts'
import { languageOf } from '../page-language.ts'

interface BillTexts {
  readonly texts: ContentPackages['orp-translation']
  readonly clock: Clock
  /** The facts are for pages that are open to anyone with the link. */
  readonly isMasked: boolean
}

/** What is charged beyond what was typed or due, in sentences and in rows. */
export function chargeNotes({ roundedFrom, credit }: Bill, { texts }: Pick<BillTexts, 'texts'>): string[] {
  return [
    ...(roundedFrom === undefined ? [] : [texts.roundedUp]),
    ...(credit === undefined ? [] : [creditNote(credit, texts)]),
  ]
}

function creditNote(credit: AgreedCredit, texts: BillTexts['texts']): string {
  if (credit === 'any') return texts.creditAnyNote
  return fill(texts.creditNote, { amount: unbroken(displayMoney(credit)) })
}

export function chargeFacts({ roundedFrom, credit }: Bill, { texts }: Pick<BillTexts, 'texts'>): Fact[] {
  return [
    ...(roundedFrom === undefined ? [] : [{ term: texts.typedAmount, value: displayMoney(roundedFrom) }]),
    ...(credit === undefined || credit === 'any' ? [] : [{ term: texts.creditFor, value: displayMoney(credit) }]),
  ]
}

interface Fact {
  readonly term: string
  readonly value: string
}

/** The account, and which of its invoices. The dates of several would not fit, and have their own page. */
export function billFacts({ account, invoices }: Bill, { texts, clock, isMasked }: BillTexts): Fact[] {
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

interface PlanTexts {
  readonly texts: ContentPackages['orp-translation']
  /** The page is that of a visitor who was asked to pay for another person. */
  readonly isShared: boolean
}

/** The plan, the order, and the share of the connection in the amount. */
export function planFacts(
  { amount, plan }: { readonly amount: Money; readonly plan: Plan },
  { texts, isShared }: PlanTexts,
): { term: string; value: string }[] {
  const { description, leadReference, fee } = plan
  return [
    { term: texts.planDetails, value: description },
    ...(isShared ? [] : [{ term: texts.homeOrder, value: leadReference }]),
    ...(fee === undefined
      ? []
      : [
          { term: texts.planPrice, value: displayMoney(priceWithin(amount, plan)) },
          { term: texts.connectionFee, value: displayMoney(fee) },
        ]),
  ]
}

export type PaymentTexts = ContentPackages['orp-translation']
export type BundleTexts = ContentPackages['recharge-translation']

export interface TextFact {
  readonly term: string
  readonly value: string
  readonly isTotal?: boolean
}

interface Copy {
  readonly texts: PaymentTexts
  readonly bundleTexts: BundleTexts
  readonly clock: Clock
  readonly now: number
  readonly countryCode: string
  /** The charged amount, where it is in another currency than the order. */
  readonly charged?: Money
}

/** Lists the order in rows, as the visitor sees it before paying. */
export function orderFacts({ msisdn, choice, payLink }: PlacedOrder, copy: Copy): TextFact[] {
  const { texts, bundleTexts, clock, now, countryCode, charged = choice.amount } = copy
  const shown = payLink === undefined ? formatMsisdn : maskMsisdn
  const forWhom = { term: texts.orderFor, value: shown(msisdn, countryCode) }
  const price =
    charged.currency === choice.amount.currency ? [] : [{ term: texts.amount, value: displayMoney(choice.amount) }]
  const total = [...price, { term: texts.youPay, value: displayMoney(charged), isTotal: true }]
  const kind = { term: texts.rechargeType, value: texts[kindTexts[choice.kind]] }
  if (choice.kind === 'airtime') return [forWhom, kind, ...total]
  if (choice.kind === 'plan')
    return [forWhom, kind, ...planFacts(choice, { texts, isShared: payLink !== undefined }), ...total]
  if (choice.kind === 'several')
    return [kind, ...itemFacts(choice.items, { ...copy, isMasked: payLink !== undefined }), ...total]
  if (choice.kind !== 'bundle') {
    // Only the number was typed for a line: its account number would open the bill.
    const isOfLine = choice.kind === 'bill'
    const whose = isOfLine ? [forWhom, kind] : [kind]
    const isMasked = isOfLine || payLink !== undefined
    // A credit would reveal the amount due to visitors other than the one who typed the number.
    const charge = payLink === undefined ? chargeFacts(choice.bill, { texts }) : []
    return [...whose, ...billFacts(choice.bill, { texts, clock, isMasked }), ...charge, ...total]
  }

  const { bundle } = choice
  const end = endOfBundle(bundle, now)
  return [
    forWhom,
    kind,
    { term: texts.planDetails, value: planOf(bundle, bundleTexts) },
    ...(bundle.description === '' ? [] : [{ term: texts.bundleDescription, value: bundle.description }]),
    ...(bundle.data === undefined ? [] : [{ term: texts.data, value: dataOf(bundle.data, copy) }]),
    { term: texts.ends, value: end === undefined ? texts.unlimited : clock.day(end) },
    ...total,
  ]
}

interface ItemCopy extends Pick<Copy, 'bundleTexts' | 'countryCode'> {
  readonly isMasked: boolean
}

/** Lists each number, and what it gets for which price. */
export function itemFacts(items: readonly OrderItem[], { bundleTexts, countryCode, isMasked }: ItemCopy): TextFact[] {
  const shown = isMasked ? maskMsisdn : formatMsisdn
  return items.map((item, index) => ({
    term: `${index + 1}. ${shown(item.msisdn, countryCode)}`,
    value: thingOf(item, bundleTexts),
  }))
}

/** The text reads like `MWK 500`, or `2.6 GB, MWK 1,500`. */
function thingOf({ amount, bundle }: OrderItem, bundleTexts: BundleTexts): string {
  return bundle === undefined ? displayMoney(amount) : `${givesOf(bundle, bundleTexts)}, ${displayMoney(amount)}`
}

function dataOf(data: Exclude<BundleOf['data'], undefined>, { texts, bundleTexts }: Copy): string {
  return data === 'unlimited' ? texts.unlimited : volumeOf(data, bundleTexts)
}

type BundleOf = Extract<PlacedOrder['choice'], { kind: 'bundle' }>['bundle']

/** The name of an order on its way to the payment. */
export const kindTexts = {
  airtime: 'kindAirtime',
  bundle: 'kindBundle',
  bill: 'kindBill',
  invoice: 'kindInvoice',
  plan: 'kindLead',
  several: 'kindSeveral',
} as const satisfies Record<OrderKind, keyof PaymentTexts>

/** Describes what is ordered, in few words: `2.6 GB`, `MWK 500`. */
export function whatOf({ choice }: PlacedOrder, bundleTexts: BundleTexts): string {
  return choice.kind === 'bundle' ? givesOf(choice.bundle, bundleTexts) : displayMoney(choice.amount)
}

/** The text reads like `2.6 GB, 7 days`, or names the kind of what is paid. */
export function describeChoice(
  { content, market }: Pick<Portal, 'content' | 'market'>,
  url: URL,
  { choice }: Pick<PlacedOrder, 'choice'>,
): string {
  const language = languageOf(url, market)
  const bundleTexts = content.page('recharge-translation', language)
  if (choice.kind === 'airtime') return bundleTexts.orderAirtime
  if (choice.kind !== 'bundle') return content.page('orp-translation', language)[kindTexts[choice.kind]]
  return `${givesOf(choice.bundle, bundleTexts)}, ${planOf(translate(choice.bundle, language), bundleTexts)}`
}
