import { chargeFor } from '@nyanja/domain/bills/bill'
import type { AmountProblem } from '@nyanja/domain/money/amount-limits'
import { getCurrencyFormat } from '@nyanja/domain/money/currencies'
import { displayMoney, isSameMoney, type Money, majorText, money } from '@nyanja/domain/money/money'
import { formatMsisdn, groupWhileTyping, maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { OtpPlace } from '@nyanja/server/otp/one-time-code'
import type { Order } from '@nyanja/server/payments/orders'
import { redirect } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { unbroken } from '../format/text.ts'
import { type AmountRules, fieldRules } from '../number/field-rules.ts'
import type { OfferView } from '../number/line-answer.ts'
import { hrefsAt, isPlacedOrder } from '../order/order-page.ts'
import { billProofPurpose } from '../order/proof-cookie.ts'
import { languageOf } from '../page-language.ts'
import { type AmountFault, type AmountStep, creditValue, type Offer, wholeCredit } from './amount-step.ts'

/** What the owner sees of the bill. */
export interface Owed {
  readonly term: string
  readonly amount: string
  readonly account: string
  /** The initial amount in the field. */
  readonly start: string
  readonly note?: string
  /** The box that must be ticked when nothing is due. */
  readonly ahead?: AheadBox
}

/** The customer's consent that an excess becomes a credit. */
export interface AheadBox {
  readonly value: string
  readonly label: string
}

export interface LineView {
  readonly number: string
  readonly line: string
  /** `unavailable` means that billing does not answer; undefined, that the visitor has not proven to be the owner. */
  readonly owed?: Owed | 'unavailable'
}

export async function lineView(portal: Portal, url: URL, { order, isOwner }: { order: Order; isOwner: boolean }) {
  const texts = portal.content.page('bill-translation', languageOf(url, portal.market))
  const view: LineView = {
    number: formatMsisdn(order.msisdn, portal.market.numbers.countryCode),
    line: order.lineType === 'HYBRID' ? texts.lineHybrid : texts.linePostpaid,
    ...(isOwner && { owed: await owedOn(portal, order.msisdn, texts) }),
  }
  return view
}

async function owedOn({ bills, market }: Portal, msisdn: string, texts: BillTexts): Promise<Owed | 'unavailable'> {
  const found = await bills.ofLine(msisdn).catch(() => undefined)
  if (found === undefined) return 'unavailable'
  const { account, left, isPosting } = found
  if (left.minor <= 0)
    return {
      term: left.minor < 0 ? texts.ahead : texts.owed,
      amount: displayMoney(negated(left)),
      account,
      start: '',
      note: isPosting ? texts.paidAndPosting : texts.nothingOwed,
      ahead: { value: wholeCredit, label: texts.payAhead },
    }
  const charge = chargeFor(left, { roundUp: market.roundUpPostpaidAmounts })
  return {
    term: texts.owed,
    amount: displayMoney(left),
    account,
    start: majorText(charge),
    ...(!isSameMoney(charge, left) && { note: texts.roundedNote }),
  }
}

/** Explains why more than the bill is not charged, with the box that permits it. */
export function exceedsBillView(
  portal: Portal,
  url: URL,
  step: Extract<AmountStep, { readonly outcome: 'exceeds_bill' }>,
) {
  const texts = portal.content.page('bill-translation', languageOf(url, portal.market))
  const { seen } = step
  const value = creditValue(step)
  if (seen === undefined) return { text: texts.beyondUnseen, ahead: { value, label: texts.payBeyondUnseen } }
  const [left, credit] = [seen.left, seen.credit].map((sum) => unbroken(displayMoney(sum)))
  const text = seen.left.minor > 0 ? fill(texts.beyond, { left: left ?? '' }) : texts.beyondPaid
  return { text, ahead: { value, label: fill(texts.payBeyond, { credit: credit ?? '' }) } }
}

/** Informs a visitor who returns with an amount that is no longer due. */
export async function changedNote(portal: Portal, url: URL, order: Order): Promise<string | undefined> {
  if (!isPlacedOrder(order) || (await portal.eligibilityCheck.of(order)) !== 'bill_changed') return undefined
  const { billChanged } = portal.content.page('bill-translation', languageOf(url, portal.market))
  return fill(billChanged, { amount: unbroken(displayMoney(order.choice.amount)) })
}

const negated = ({ currency, minor }: Money) => money(currency, Math.abs(minor))

/** Everything that does not depend on the line. */
export function pageView(portal: Portal, url: URL) {
  const { market, content, amountLimits } = portal
  const texts = content.page('bill-translation', languageOf(url, market))
  const limits = amountLimits.bill
  const example = groupWhileTyping(market.numbers.example, market.numbers)
  return {
    ...texts,
    summaryOne: content.page('errors-translation', languageOf(url, market)).summaryOne,
    prefix: `+${market.numbers.countryCode}`,
    rules: fieldRules(portal, url),
    checkHref: hrefsAt(url).checkLine('bill'),
    currency: market.currency,
    step: fill(texts.step, { step: 1, steps: 2 }),
    phoneHint: fill(texts.phoneHint, { example }),
    amountHint: fill(texts.amountHint, { min: displayMoney(limits.min), max: displayMoney(limits.max) }),
    amountRules: amountRules({ market, content, amountLimits }, url),
  }
}

export type PageView = ReturnType<typeof pageView>

/** Writes the limits as text, for the attribute of the field: the browser validates an amount as the server does. */
function amountRules(sums: Sums, url: URL): string {
  const { min, max } = sums.amountLimits.bill
  const rules: AmountRules = {
    min,
    max,
    format: getCurrencyFormat(min.currency),
    copy: {
      empty: amountMessage(sums, url, 'empty'),
      not_a_number: amountMessage(sums, url, 'not_a_number'),
      below_minimum: amountMessage(sums, url, 'below_minimum'),
      above_maximum: amountMessage(sums, url, 'above_maximum'),
    },
  }
  return JSON.stringify(rules)
}

/** Masks a number as `+265 99 ••• ••50`, on one line. */
export function maskedNumber({ market }: Pick<Portal, 'market'>, { msisdn }: Order): string {
  return unbroken(maskMsisdn(msisdn, market.numbers.countryCode))
}

type Sums = Pick<Portal, 'market' | 'content' | 'amountLimits'>

export function amountMessage({ market, content, amountLimits }: Sums, url: URL, fault: AmountFault): string {
  const language = languageOf(url, market)
  const texts = content.page('bill-translation', language)
  const { amountMin, amountMax } = content.page('recharge-translation', language)
  const { min, max } = amountLimits.bill
  const plain = (amount: Money) => displayMoney(amount).slice(amount.currency.length + 1)
  const messages: Readonly<Record<AmountFault, string>> = {
    empty: texts.amountRequired,
    not_a_number: fill(texts.amountNotANumber, { example: majorText(min) }),
    below_minimum: fill(amountMin, { min: plain(min) }),
    above_maximum: fill(amountMax, { max: plain(max) }),
    no_account: fill(texts.noAccount, { number: market.customerCareNumber }),
    bss_unavailable: content.page('errors-translation', language).serviceSilent,
  } satisfies Record<AmountProblem | 'no_account' | 'bss_unavailable', string>
  return messages[fault]
}

export function offerView({ market, content }: Portal, url: URL, offer: Offer): OfferView {
  const texts = content.page('bill-translation', languageOf(url, market))
  if (offer === 'broadband') {
    const { offerBroadbandLink } = content.page('recharge-translation', languageOf(url, market))
    const action = { page: 'dataBundle', text: offerBroadbandLink } as const
    return { heading: texts.offerBroadband, text: texts.offerBroadbandText, action }
  }
  const action = { page: 'recharge', text: texts.offerPrepaidLink } as const
  return { heading: texts.offerPrepaid, text: texts.offerPrepaidText, action }
}

export type BillTexts = ContentPackages['bill-translation']
/** Codes and proofs of one order open the bill of no other. */
export const billCodeScope = ({ id }: Order): OtpPlace => ({
  channel: 'web',
  purposes: [billProofPurpose],
  subject: id,
})
const page = '/postpaid-bill-pay'

/** Finds the order that the address names, if it pays the bill of a line. */
export async function billOrder({ orders }: Pick<Portal, 'orders'>, url: URL): Promise<Order | undefined> {
  return orders.ownOrder(url.searchParams.get('order') ?? '', [page])
}

/** Does the same for pages that need it: without one the visitor types the number first. */
export async function orderOfBill(portal: Pick<Portal, 'orders'>, url: URL): Promise<Order> {
  const order = await billOrder(portal, url)
  if (order === undefined) throw redirect(hrefsAt(url).bills(), { status: 303 })
  return order
}
