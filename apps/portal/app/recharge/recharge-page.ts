import { getCurrencyFormat } from '@nyanja/domain/money/currencies'
import { displayMoney, fromWhole, majorText } from '@nyanja/domain/money/money'
import { dollarsFor, priceOf, unitsIn, unitsPerDollar } from '@nyanja/domain/money/units'
import { formatMsisdn, groupWhileTyping } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { Order } from '@nyanja/server/payments/orders'
import type { Market } from '@nyanja/server/settings/market'
import { clockOf } from '@nyanja/web/format/clock'
import type { Portal } from '../../server/portal.ts'
import { pickerTexts, type RechargeTexts } from '../bundles/bundle-rows.ts'
import { translateBundles } from '../format/bundle-texts.ts'
import { pickTexts, unbroken } from '../format/text.ts'
import { phoneTexts } from '../number/field-rules.ts'
import type { OfferView } from '../number/line-answer.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import type { LineBundles } from './bundle-filter.ts'
import { bundleList } from './bundle-list.ts'
import { amountMessage, type ChoiceProblem } from './recharge-problems.ts'

const shownTexts = [
  ...pickerTexts,
  'checkingLine',
  'linePrepaid',
  'lineUnchecked',
  'amountLabel',
  'amountQuick',
  'amountCleared',
  'bundleCleared',
  'bundlesLater',
  'bundlesLoading',
  'orderHeading',
  'orderEmpty',
  'orderNumberFirst',
  'orderFor',
  'orderAirtime',
  'orderBundle',
  'orderEnds',
  'orderYouPay',
  'orderTax',
  'orderLine',
  'continue',
  'sending',
] as const satisfies readonly (keyof RechargeTexts)[]

/** What the page knows of an order: its line, and what that line can have. */
export interface OrderView {
  readonly id: string
  readonly msisdn: string
  /** Formats a number as `99 123 4567`. */
  readonly number: string
  readonly numberInFull: string
  /** `unavailable` while the catalogue cannot be read: airtime works without it. */
  readonly list: LineBundles | 'unavailable'
  /** The earlier choice of a visitor who returned to change it or asked for more bundles. */
  readonly chosen: { readonly amount: string; readonly bundle: string }
}

export async function orderView(portal: Portal, url: URL, order: Order): Promise<OrderView> {
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('recharge-translation', language)
  const line = { lineType: order.lineType, isBroadband: false }
  const bundles = await portal.bundles.forLine(line).catch(() => undefined)
  const clock = clockOf(market, language)
  const listing = { texts, now: portal.now(), clock, query: url.searchParams, order: order.id }
  const picked = url.searchParams.get('bundle') ?? ''
  const isOffered = bundles?.some(({ productCode }) => productCode === picked) ?? false
  return {
    id: order.id,
    msisdn: order.msisdn,
    number: groupWhileTyping(order.msisdn, market.numbers),
    numberInFull: formatMsisdn(order.msisdn, market.numbers.countryCode),
    list: bundles === undefined ? 'unavailable' : bundleList(translateBundles(bundles, language), listing),
    // A link to more bundles carries the chosen one.
    chosen: isOffered ? { amount: '', bundle: picked } : chosenIn(order, market),
  }
}

function chosenIn({ choice }: Order, { secondCurrency }: Market): OrderView['chosen'] {
  if (choice === undefined) return { amount: '', bundle: '' }
  if (choice.kind === 'bundle') return { amount: '', bundle: choice.bundle.productCode }
  const amount = secondCurrency === undefined ? majorText(choice.amount) : String(unitsIn(choice.amount))
  return { amount, bundle: '' }
}

/** Builds the parts around the form, which the browser does not render again. */
export function frameOf({ market, content }: Portal, url: URL) {
  const { heading, step } = content.page('recharge-translation', languageOf(url, market))
  const { title } = content.page('several-translation', languageOf(url, market))
  const several = market.sells.includes('several') ? { href: hrefsAt(url).several(), text: title } : undefined
  return { heading, step: fill(step, { step: 1, steps: 2 }), several }
}

/** The order is no longer stored. */
export const goneText = ({ market, content }: Portal, url: URL): string =>
  content.page('recharge-translation', languageOf(url, market)).orderGone

/** Everything that does not depend on the line. */
export function pageOf({ market, content }: Portal, url: URL) {
  const language = languageOf(url, market)
  const sellsBundles = market.sells.includes('bundle')
  const texts = content.page('recharge-translation', language)
  const { summaryOne } = content.page('errors-translation', language)
  const { countryCode, length, trunk, example } = market.numbers
  const numberExample = groupWhileTyping(example, market.numbers)
  const [quickExample = market.amounts.prepaid.min] = market.amounts.prepaid.quick.slice(1)

  return {
    checkHref: hrefsAt(url).checkLine('recharge'),
    sellsBundles,
    rules: { countryCode, length, trunk },
    phoneLabel: texts.phoneLabel,
    phoneHint: fill(texts.phoneHint, { example: numberExample }),
    prefix: `+${countryCode}`,
    limits: prepaidLimits(market),
    format: getCurrencyFormat(market.currency),
    quick: market.amounts.prepaid.quick.map((amount) => ({ value: String(amount), label: grouped(amount, market) })),
    texts: {
      ...pickTexts(texts, shownTexts),
      ...phoneTexts({ market, content }, url),
      ...(!sellsBundles && airtimeTexts({ market, content }, url)),
      summaryOne,
      listNote: `${texts.sortNote} ${texts.gigabyteNote}`,
      ...amountTexts(market, texts),
      amountNotANumber: fill(texts.amountNotANumber, { example: quickExample }),
      afterwards: fill(texts.afterwards, { price: displayMoney(priceOf(market.ratePerMb, market)) }),
    },
  }
}

/** Nothing but the amount is missing where bundles are not sold. */
function airtimeTexts({ market, content }: Pick<Portal, 'market' | 'content'>, url: URL) {
  const { orderAirtime } = content.page('recharge-translation', languageOf(url, market))
  const { amountRequired } = content.page('bill-translation', languageOf(url, market))
  return { heading: orderAirtime, amountRequired, orderEmpty: amountRequired }
}

/** What is wrong with the amount or the bundle of a form that was sent. */
export function choiceProblem(portal: Portal, url: URL, problem: ChoiceProblem): string {
  const language = languageOf(url, portal.market)
  const { amountOrBundle, amountRequired, productGone } = portal.content.page('recharge-translation', language)
  switch (problem) {
    case 'both':
      return amountOrBundle
    case 'product_gone':
      return productGone
    case 'bss_unavailable':
      return portal.content.page('errors-translation', language).serviceSilent
    default:
      return amountMessage(problem, { ...pageOf(portal, url).texts, amountRequired })
  }
}

export type RechargePage = ReturnType<typeof pageOf>

/** Writes amounts in the market's currency, or in units of airtime where those are sold. */
function amountTexts(market: Market, texts: RechargeTexts) {
  const min = grouped(market.amounts.prepaid.min, market)
  const max = grouped(market.amounts.prepaid.max, market)
  if (market.secondCurrency === undefined)
    return {
      amountPrefix: market.currency,
      amountRange: fill(texts.amountRange, { min, max }),
      amountMin: fill(texts.amountMin, { min }),
      amountMax: fill(texts.amountMax, { max }),
    }
  const price = unbroken(displayMoney(dollarsFor(unitsPerDollar)))
  return {
    amountPrefix: texts.amountUnits,
    amountRange: fill(texts.amountRangeUnits, { min, max, units: unitsPerDollar, price }),
    amountMin: fill(texts.amountMinUnits, { min }),
    amountMax: fill(texts.amountMaxUnits, { max }),
  }
}

export function prepaidLimits(market: Market) {
  const { min, max } = market.amounts.prepaid
  const limits = { min: priceOf(min, market), max: priceOf(max, market) }
  return market.secondCurrency === undefined ? limits : { ...limits, inUnits: true as const }
}

/** Formats a figure as `1,000`, as amounts of the market's currency are written. */
function grouped(figure: number, { currency }: Market): string {
  const written = displayMoney(fromWhole(figure, currency))
  return written.slice(written.indexOf(' ') + 1)
}

/** A line that is not prepaid belongs on another page. */
export type Offer = 'postpaid' | 'hybrid' | 'broadband'

const offers = {
  postpaid: { screen: 'bills', copy: ['offerPostpaid', 'offerPostpaidText', 'offerPostpaidLink'] },
  hybrid: { screen: 'bills', copy: ['offerHybrid', 'offerHybridText', 'offerHybridLink'] },
  broadband: { screen: 'dataBundle', copy: ['offerBroadband', 'offerBroadbandText', 'offerBroadbandLink'] },
} as const satisfies Record<Offer, { readonly screen: 'bills' | 'dataBundle'; readonly copy: readonly string[] }>

/** The list is sent with the answer only: most visitors never need it. */
export function offerView({ market, content }: Pick<Portal, 'market' | 'content'>, url: URL, offer: Offer): OfferView {
  const texts = content.page('recharge-translation', languageOf(url, market))
  const { screen, copy } = offers[offer]
  const [heading, text, link] = copy
  return {
    heading: texts[heading],
    text: texts[text],
    action: { page: screen, text: texts[link] },
  }
}
