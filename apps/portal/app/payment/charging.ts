import type { Quote } from '@nyanja/domain/money/exchange'
import { displayMoney, type Money } from '@nyanja/domain/money/money'
import { fill } from '@nyanja/domain/texts/fill'
import type { Offer } from '@nyanja/server/exchange/exchange'
import type { PlacedOrder } from '@nyanja/server/payments/order'
import type { Portal } from '../../server/portal.ts'
import { unbroken } from '../format/unbroken.ts'
import type { PaymentTexts } from './order-facts.ts'

type Sources = Pick<Portal, 'market' | 'exchange'>

/** What is charged for an order, in the currency that the address names. */
export interface Charging {
  readonly amount: Money
  /** In the second currency: what was offered, and for how long it holds. */
  readonly offer?: Offer
  /** What the order comes to in the other currency, where that is known. */
  readonly instead?: Money
  /** The other currency was asked for, and nobody knows the rate. */
  readonly isRateUnknown?: true
}

/** The name of the second currency, where the address asks for it. */
export function secondCurrencyAsked({ market: { secondCurrency } }: Pick<Portal, 'market'>, url: URL) {
  return url.searchParams.get('currency') === secondCurrency ? secondCurrency : undefined
}

export async function chargingOf(portal: Sources, url: URL, { id, choice }: PlacedOrder): Promise<Charging> {
  const { amount } = choice
  const offer = await portal.exchange?.offer({ id, amount })
  if (secondCurrencyAsked(portal, url) === undefined)
    return offer === undefined ? { amount } : { amount, instead: offer.quote.charged }
  if (offer === undefined) return { amount, isRateUnknown: true }
  return { amount: offer.quote.charged, instead: amount, offer }
}

interface Posted {
  readonly order: PlacedOrder
  readonly form: FormData
}

type Agreed =
  /** Nothing: the order's own amount. `sealed`: as addresses carry it on. */
  | { readonly offered?: { readonly quote: Quote; readonly sealed: string } }
  | { readonly problem: 'rate_moved' | 'rate_unknown'; readonly amount: string; readonly currency: string }

/** What the visitor has seen and agreed to pay, or why he must look again. Nothing is charged that was not shown. */
export async function agreementOn(portal: Sources, url: URL, { order, form }: Posted): Promise<Agreed> {
  const { exchange, market } = portal
  if (exchange === undefined || secondCurrencyAsked(portal, url) === undefined) return {}
  const { id, choice } = order
  const sealed = form.get('quote')
  const agreement = await exchange.agree(typeof sealed === 'string' ? sealed : '', { id, amount: choice.amount })
  if (agreement.outcome === 'agreed') return { offered: { quote: agreement.quote, sealed: agreement.sealed } }
  const charging = await chargingOf(portal, url, order)
  const isKnown = agreement.outcome === 'moved' && charging.offer !== undefined
  const amount = unbroken(displayMoney(charging.amount))
  return { problem: isKnown ? 'rate_moved' : 'rate_unknown', amount, currency: market.currency }
}

/** The sentences about a rate, with what they speak of. */
export function rateTexts(texts: PaymentTexts, words: { readonly amount: string; readonly currency: string }) {
  const conversionFailedText = `${texts.conversionFailed} ${fill(texts.conversionFailedText, words)}`
  const moved = { rateMoved: fill(texts.rateMoved, words), codeRateMoved: fill(texts.codeRateMoved, words) }
  return { ...texts, ...moved, conversionFailedText }
}
