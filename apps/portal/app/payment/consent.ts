import { consentSubject, type Quote } from '@nyanja/domain/money/exchange'
import { displayMoney, oneWhole } from '@nyanja/domain/money/money'
import { dollarsFor, unitsIn, unitsPerDollar } from '@nyanja/domain/money/units'
import { fill } from '@nyanja/domain/texts/fill'
import type { Order, PlacedOrder } from '@nyanja/server/payments/orders'
import type { Market } from '@nyanja/server/settings/market'
import type { Clock } from '@nyanja/web/format/clock'
import type { Portal } from '../../server/portal.ts'
import { unbroken } from '../format/text.ts'
import type { Hrefs } from '../hrefs.ts'
import { methodOptions } from '../order/methods.ts'
import type { PaymentTexts } from '../order/order-facts.ts'
import { isPlacedOrder } from '../order/order-page.ts'
import type { Consent } from '../order/pending-request.ts'
import { type Charging, chargingOf, rateTexts } from './pay-action.ts'

type Sources = Pick<Portal, 'exchange' | 'market'>

export function consentOf({ id, choice }: Order, offered: Consent['offered']): Consent {
  const charged = offered?.quote.charged ?? choice?.amount
  return {
    subject: consentSubject(id, offered?.quote),
    ...(charged && { charged }),
    ...(offered && { offered }),
  }
}

/** Reads the consent in the address. Without a valid offer for this order it is for the order's own amount. */
export function consentAt({ exchange }: Pick<Portal, 'exchange'>, url: URL, order: Order): Consent {
  const sealed = url.searchParams.get('quote')
  if (sealed === null || order.choice === undefined) return consentOf(order, undefined)
  const quote = exchange?.shown(sealed, { id: order.id, amount: order.choice.amount })
  return consentOf(order, quote && { quote, sealed })
}

type Confirmed =
  | { readonly outcome: 'confirmed'; readonly quote?: Quote }
  /** The amount has changed: the page's note about it, and the label of its link. */
  | { readonly outcome: 'moved'; readonly note: string; readonly nextText: string }

/** Tells whether the amount that the payer consented to is still the one that is charged. */
export async function confirmConsent(
  portal: Sources,
  { offered }: Consent,
  { order, url, texts }: { readonly order: Order; readonly url: URL; readonly texts: PaymentTexts },
): Promise<Confirmed> {
  if (offered === undefined || portal.exchange === undefined || !isPlacedOrder(order)) return { outcome: 'confirmed' }
  const { id, choice } = order
  const agreement = await portal.exchange.confirm(offered.sealed, { id, amount: choice.amount })
  if (agreement.outcome === 'agreed') return { outcome: 'confirmed', quote: agreement.quote }
  const inCurrency = new URL(url)
  inCurrency.searchParams.set('currency', offered.quote.charged.currency)
  const { amount, offer } = await chargingOf(portal, inCurrency, order)
  const copy = { amount: unbroken(displayMoney(amount)), currency: portal.market.currency }
  const message = rateTexts(texts, copy)
  return offer === undefined
    ? { outcome: 'moved', note: message.conversionFailedText, nextText: texts.otherMethod }
    : { outcome: 'moved', note: message.codeRateMoved, nextText: texts.seeNewAmount }
}

/** The currency that addresses name so that the next page keeps it. */
export function currencyIn({ offered }: Consent): { readonly currency?: string } {
  return offered === undefined ? {} : { currency: offered.quote.charged.currency }
}

interface CurrencyTexts {
  readonly market: Pick<Market, 'currency' | 'secondCurrency' | 'brand'>
  readonly texts: PaymentTexts
  readonly clock: Clock
  readonly to: Hrefs
  /** The part of the address that is the chosen method's own. */
  readonly method: string | undefined
  /** Payment options that can be charged in the other currency alone. */
  readonly elsewhere: Market['paymentOptions']
}

/** The switch between two currencies, and its texts. Undefined in a market that has one. */
export function currencyView({ id, choice }: PlacedOrder, charging: Charging, copy: CurrencyTexts) {
  const { market, texts, to, method, elsewhere } = copy
  const { currency, secondCurrency } = market
  if (secondCurrency === undefined) return undefined
  const sums = [charging.amount, charging.instead]
  const other = charging.amount.currency === currency ? secondCurrency : currency
  const linkTo = (one: typeof currency) => {
    const sum = sums.find((each) => each?.currency === one)
    return {
      href: to.paymentStart({ order: id, ...(method && { method }), ...(one === secondCurrency && { currency: one }) }),
      text: sum === undefined ? one : unbroken(displayMoney(sum)),
      isCurrent: one === charging.amount.currency,
    }
  }
  return {
    label: texts.currencySwitch,
    links: [linkTo(currency), linkTo(secondCurrency)],
    ...(charging.isRateUnknown && {
      trouble: { heading: texts.conversionFailed, text: fill(texts.conversionFailedText, { currency }) },
    }),
    notes: [
      ...rateNote(charging, copy),
      ...smallNote(choice, texts),
      ...methodOptions({ brand: market.brand, paymentOptions: elsewhere }, texts).map(({ name }) =>
        fill(texts.otherCurrencyOnly, { method: name, currency: other }),
      ),
    ],
    sealed: charging.offer?.sealed,
  }
}

/** The rate, and how long it is valid. */
function rateNote({ offer }: Charging, { texts, clock }: CurrencyTexts): string[] {
  if (offer === undefined) return []
  const { charged, rate } = offer.quote
  return [
    fill(texts.convertedAmount, {
      amount: unbroken(displayMoney(charged)),
      rate: unbroken(displayMoney(rate.costs)),
      one: unbroken(displayMoney(oneWhole(rate.one))),
      time: clock.time(offer.holdsUntil),
    }),
  ]
}

function smallNote({ amount }: PlacedOrder['choice'], texts: PaymentTexts): string[] {
  if (unitsIn(amount) >= unitsPerDollar) return []
  return [fill(texts.belowDollar, { least: unbroken(displayMoney(dollarsFor(unitsPerDollar))) })]
}
