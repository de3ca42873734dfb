import { consentSubject, type Quote } from '@nyanja/domain/money/exchange'
import { displayMoney, type Money } from '@nyanja/domain/money/money'
import type { Order } from '@nyanja/server/payments/order'
import type { Portal } from '../../server/portal.ts'
import { unbroken } from '../format/unbroken.ts'
import { chargingOf, rateTexts } from './charging.ts'
import { isPlacedOrder } from './is-placed-order.ts'
import type { PaymentTexts } from './order-facts.ts'

type Sources = Pick<Portal, 'exchange' | 'market'>

/** What a payer consents to with the code that an address is about. */
export interface Consent {
  /** Of the code: one for another order, currency or amount is none for this. */
  readonly subject: string
  readonly charged?: Money
  /** In another currency than the order's: the amount that the payer was shown, and the same as addresses carry it. */
  readonly offered?: { readonly quote: Quote; readonly sealed: string }
}

export function consentOf({ id, choice }: Order, offered: Consent['offered']): Consent {
  const charged = offered?.quote.charged ?? choice?.amount
  return {
    subject: consentSubject(id, offered?.quote),
    ...(charged && { charged }),
    ...(offered && { offered }),
  }
}

/** What the address names. Anything that was not offered for this order is its own amount. */
export function consentAt({ exchange }: Pick<Portal, 'exchange'>, url: URL, order: Order): Consent {
  const sealed = url.searchParams.get('quote')
  if (sealed === null || order.choice === undefined) return consentOf(order, undefined)
  const quote = exchange?.shown(sealed, { id: order.id, amount: order.choice.amount })
  return consentOf(order, quote && { quote, sealed })
}

type Confirmed =
  | { readonly outcome: 'confirmed'; readonly quote?: Quote }
  /** Another amount by now: what the page says of it, and what its way on is called. */
  | { readonly outcome: 'moved'; readonly note: string; readonly nextHref: string }

/** Whether the amount that the payer consented to is still the one that is charged. */
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
  const words = { amount: unbroken(displayMoney(amount)), currency: portal.market.currency }
  const message = rateTexts(texts, words)
  return offer === undefined
    ? { outcome: 'moved', note: message.conversionFailedText, nextHref: texts.anotherWay }
    : { outcome: 'moved', note: message.codeRateMoved, nextHref: texts.seeNewAmount }
}

/** The currency that addresses name so that the next page stays with it. */
export function currencyIn({ offered }: Consent): { readonly currency?: string } {
  return offered === undefined ? {} : { currency: offered.quote.charged.currency }
}
