import { displayMoney } from '@nyanja/domain/money/money'
import { percentText, type TaxedPrice } from '@nyanja/domain/money/taxes'
import { fill } from '@nyanja/domain/texts/fill'
import { day } from '@nyanja/domain/time'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { ReceiptFacts } from '@nyanja/server/receipts/receipt-data'
import type { ReceiptTexts } from '@nyanja/server/receipts/receipt-document'
import type { Market } from '@nyanja/server/settings/market'
import type { Clock } from '@nyanja/web/format/clock'
import { appearances, capturedAt, customerStageOf } from '../order/customer-stage.ts'
import { type BundleTexts, type PaymentTexts, whatOf } from '../order/order-facts.ts'
import type { SeenPayment } from '../order/order-page.ts'
import { oldAfterDays, receiptFacts } from './receipt-facts.ts'
import { type Copy, headlines, textsOf } from './status-texts.ts'
import { notThereAdvice } from './status-view.ts'

/** The usual weight of a receipt in any language, in KB. */
export const receiptKb = 43

/** Banks may take that long to show refunded money. */
const bankDays = 10

/** Once delivered or refunded, and while the page of the payment shows it to every visitor with its link. */
export function hasReceipt(payment: SeenPayment, now: number): boolean {
  const stage = customerStageOf(payment, now)
  return (stage === 'done' || stage === 'refunded') && now - payment.attempt.createdAt <= oldAfterDays * day
}

interface ReceiptContext {
  readonly market: Market
  readonly language: string
  readonly texts: PaymentTexts
  readonly bundleTexts: BundleTexts
  readonly receiptTexts: ContentPackages['receipt-translation']
  readonly clock: Clock
  readonly taxes: TaxedPrice | undefined
}

/** The receipt is independent of the time at which it is asked for, so that every time is written with its day. */
const noNow = 0

/** The receipt of the page, as a visitor sees it who has nothing but its link: a file is passed on. */
export function receiptOf(
  payment: SeenPayment,
  context: ReceiptContext,
): { receiptText: ReceiptTexts; facts: ReceiptFacts } {
  const { market, texts } = context
  const copy = textsOf(payment, {
    ...context,
    now: noNow,
    countryCode: market.numbers.countryCode,
    careNumber: market.customerCareNumber,
    pinResetDial: market.pinResetDial,
    holdsOrder: false,
    mayKnowRest: false,
  })
  const isRefund = payment.refund !== undefined && payment.refund.part === undefined
  const receipt = { payment, copy, isRefund, context }
  const { reference, id } = payment.attempt
  const receiptText: ReceiptTexts = {
    language: context.language,
    title: fill(context.receiptTexts.title, { reference }),
    brand: market.brand,
    colours: market.look?.light,
    logo: market.look?.logo,
    at: endedAt(payment),
    isRefund,
    state: texts[appearances[isRefund ? 'refunded' : 'done'].tag],
    name: texts.summary,
    reference,
    text: headlineOf(receipt),
    amountTerm: texts.amount,
    amount: copy.amount,
    rows: receiptFacts(payment, copy, context.clock).filter(({ term, isTotal }) => !isTotal && term !== texts.status),
    id: `${texts.transactionId} ${id} · ${market.timeZoneName ?? market.timeZone}`,
    taxes: taxTexts(receipt),
    notes: [missingNote(receipt), careNote(context)],
    issuer: issuerLines(context),
    dataDescription: context.receiptTexts.data,
  }
  return { receiptText, facts: factsOf(receipt) }
}

interface Receipt {
  readonly payment: SeenPayment
  readonly copy: Copy
  readonly isRefund: boolean
  readonly context: ReceiptContext
}

const endedAt = ({ attempt, delivery, refund }: SeenPayment) =>
  refund?.decidedAt ?? delivery?.decidedAt ?? capturedAt(attempt)

function headlineOf({ payment, copy, isRefund }: Receipt): string {
  const { heading, text } = headlines[isRefund ? 'refunded' : 'done']
  return isRefund ? `${heading(copy, payment)}. ${text(copy, payment)}` : text(copy, payment)
}

/** A bill has its own taxes, and of returned money none is due. */
function taxTexts({ payment, isRefund, context }: Receipt): ReceiptTexts['taxes'] {
  const { receiptTexts: texts, taxes, language } = context
  const none = { heading: texts.taxHeading, rows: [] }
  if (isRefund) return { ...none, note: texts.taxGiven }
  if (taxes === undefined) return { ...none, note: 'bill' in payment.order.choice ? texts.taxOnBill : texts.taxNone }
  const rows = taxes.taxes.map(({ rate, tax }) => ({
    term: fill(texts.rate, { name: rate.name[language] ?? '', percent: percentText(rate, tax) }),
    value: displayMoney(tax),
  }))
  return {
    heading: texts.taxHeading,
    rows: [{ term: texts.net, value: displayMoney(taxes.net) }, ...rows],
    total: { term: texts.gross, value: displayMoney(payment.attempt.amount) },
    note: texts.rounding,
  }
}

function missingNote({ payment, isRefund, context }: Receipt): ReceiptTexts['notes'][number] {
  const { market, texts, receiptTexts, clock } = context
  const careNumber = market.customerCareNumber
  if (!isRefund) return notThereAdvice(payment, { texts, clock, careNumber, now: noNow })
  return {
    heading: receiptTexts.backMissing,
    text: fill(receiptTexts.backMissingText, { days: bankDays, number: careNumber }),
  }
}

function careNote({ market, receiptTexts: { careHeading, careText } }: ReceiptContext): ReceiptTexts['notes'][number] {
  const { elsewhereNumber: elsewhere, email } = market.contact
  return { heading: careHeading, text: fill(careText, { number: market.customerCareNumber, elsewhere, email }) }
}

function issuerLines({ market: { brand, contact, taxes }, receiptTexts }: ReceiptContext): string[] {
  return [brand, contact.address, ...(taxes ? [fill(receiptTexts.taxNumber, { number: taxes.number })] : [])]
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

function factsOf({ payment, copy, isRefund, context }: Receipt): ReceiptFacts {
  const { attempt, delivery, refund, credit, order } = payment
  const { market, language, bundleTexts, taxes } = context
  const { contact, brand, country, timeZone } = market
  return {
    reference: attempt.reference,
    transactionId: attempt.id,
    status: isRefund ? 'refunded' : 'delivered',
    issuer: {
      name: brand,
      address: contact.address,
      country,
      ...(market.taxes && { taxNumber: market.taxes.number }),
    },
    item: {
      // The kinds are published; several numbers are recharged as one is.
      kind: order.choice.kind === 'several' ? 'airtime' : order.choice.kind,
      description: whatOf(order, bundleTexts),
      ...(copy.number !== '' && { receiver: plain(copy.number) }),
    },
    amount: attempt.amount,
    ...(attempt.quote && { ordered: order.choice.amount }),
    method: copy.method,
    paidAt: capturedAt(attempt),
    ...(delivery?.state === 'delivered' && delivery.decidedAt !== undefined && { deliveredAt: delivery.decidedAt }),
    ...(refund?.decidedAt !== undefined && { refundedAt: refund.decidedAt }),
    ...(refund?.part && refund.state === 'refunded' && { refunded: refund.part }),
    ...(credit?.state === 'delivered' && { goodwill: credit.amount }),
    timeZone,
    language,
    ...(taxes && !isRefund && { taxes }),
  }
}
