import { displayMoney, money } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { Order, PlacedOrder } from '@nyanja/server/payments/order'
import type { FundsCheck } from '@nyanja/server/subscriber/balances'
import type { Portal } from '../../server/portal.ts'
import { clockOf } from '../format/clock.ts'
import { translateChoice } from '../format/translate-bundles.ts'
import { unbroken } from '../format/unbroken.ts'
import { languageOf } from '../visitor-language.ts'
import { orderFacts } from './order-facts.ts'
import { hrefsAt } from './order-page.ts'
import type { NoticePage } from './start-view.ts'

interface Confirming {
  readonly order: PlacedOrder
  readonly msisdn: string
  readonly funds: FundsCheck
}

/** The last look before airtime is taken, or why it cannot be. */
export function confirmView(portal: Portal, url: URL, { order, msisdn, funds }: Confirming) {
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('orp-translation', language)
  const bundleTexts = content.page('recharge-translation', language)
  const { countryCode } = market.numbers
  const to = hrefsAt(url)
  const price = order.choice.amount
  const amount = unbroken(displayMoney(price))
  const number = unbroken(maskMsisdn(msisdn, countryCode))
  const isEnough = funds.outcome !== 'not_enough'
  const left = funds.outcome === 'enough' ? money(price.currency, funds.airtime.minor - price.minor) : undefined
  const short =
    'airtime' in funds
      ? fill(texts.insufficientBalanceShort, { amount, number, airtime: unbroken(displayMoney(funds.airtime)) })
      : ''

  return {
    isEnough,
    facts: orderFacts(translateChoice(order, language), {
      texts,
      bundleTexts,
      clock: clockOf(market, language),
      now: portal.now(),
      countryCode,
    }),
    startHref: to.paymentStart(isEnough ? { order: order.id, method: 'airtime' } : { order: order.id }),
    rechargeHref: to.recharge(),
    texts: {
      title: isEnough ? texts.airtimeConfirmTitle : texts.insufficientBalance,
      text: isEnough
        ? [
            fill(texts.airtimeConfirmText, { amount, number }),
            ...(left === undefined ? [] : [fill(texts.airtimeLeftAfter, { amount: unbroken(displayMoney(left)) })]),
          ].join(' ')
        : `${short} ${texts.insufficientBalanceText}`,
      ...(funds.outcome === 'unknown' && { unknown: texts.airtimeBalanceUnknown }),
      yes: fill(texts.airtimeConfirmYes, { amount }),
      no: texts.airtimeConfirmNo,
      otherMethod: texts.anotherWay,
      recharge: texts.insufficientBalanceRecharge,
    },
  }
}

/** The code was typed too long ago, or by somebody else: nothing is taken for it. */
export function resendCodeView({ market, content }: Portal, url: URL, order: Order): NoticePage {
  const texts = content.page('orp-translation', languageOf(url, market))
  return {
    title: texts.otpTitle,
    text: texts.pinCodeAgain,
    href: hrefsAt(url).paymentStart({ order: order.id, method: 'airtime' }),
    button: texts.airtimeSendCode,
  }
}
