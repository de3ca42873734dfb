import { displayMoney, money } from '@nyanja/domain/money/money'
import { dollarsFor, unitsIn, unitsPerDollar } from '@nyanja/domain/money/units'
import { fill } from '@nyanja/domain/texts/fill'
import type { PlacedOrder } from '@nyanja/server/payments/order'
import type { Market } from '@nyanja/server/settings/market'
import type { Clock } from '../format/clock.ts'
import { unbroken } from '../format/unbroken.ts'
import type { Hrefs } from '../hrefs.ts'
import type { Charging } from './charging.ts'
import { methodOptions } from './methods.ts'
import type { PaymentTexts } from './order-facts.ts'

interface CurrencyWords {
  readonly market: Pick<Market, 'currency' | 'secondCurrency' | 'brand'>
  readonly texts: PaymentTexts
  readonly clock: Clock
  readonly to: Hrefs
  /** The part of the address that is the chosen method's own. */
  readonly method: string | undefined
  /** Payment options that can be charged in the other currency alone. */
  readonly elsewhere: Market['paymentOptions']
}

/** The switch between two currencies, and what it says. Undefined in a market that has one. */
export function currencyView({ id, choice }: PlacedOrder, charging: Charging, words: CurrencyWords) {
  const { market, texts, to, method, elsewhere } = words
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
      ...rateNote(charging, words),
      ...smallNote(choice, texts),
      ...methodOptions({ brand: market.brand, paymentOptions: elsewhere }, texts).map(({ name }) =>
        fill(texts.otherCurrencyOnly, { method: name, currency: other }),
      ),
    ],
    sealed: charging.offer?.sealed,
  }
}

/** At which rate, and until when. */
function rateNote({ offer }: Charging, { texts, clock }: CurrencyWords): string[] {
  if (offer === undefined) return []
  const { charged, rate } = offer.quote
  return [
    fill(texts.convertedAmount, {
      amount: unbroken(displayMoney(charged)),
      rate: unbroken(displayMoney(rate.costs)),
      one: unbroken(displayMoney(money(rate.one, 100))),
      time: clock.time(offer.holdsUntil),
    }),
  ]
}

function smallNote({ amount }: PlacedOrder['choice'], texts: PaymentTexts): string[] {
  if (unitsIn(amount) >= unitsPerDollar) return []
  return [fill(texts.belowDollar, { least: unbroken(displayMoney(dollarsFor(unitsPerDollar))) })]
}
