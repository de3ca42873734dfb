import { displayMoney } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { Attempt } from '@nyanja/server/payments/attempt'
import type { Order } from '@nyanja/server/payments/order'
import type { PinEntryReading } from '@nyanja/server/payments/pin-payments'
import type { Portal } from '../../server/portal.ts'
import { pickTexts } from '../format/pick-texts.ts'
import { unbroken } from '../format/unbroken.ts'
import { languageOf } from '../visitor-language.ts'
import { methodName, segmentOf } from './methods.ts'
import type { PaymentTexts } from './order-facts.ts'
import { hrefsAt } from './order-page.ts'

const pinLength = 4

const shownTexts = ['pinTitle', 'pinHint', 'pinNeedsScript', 'cancel', 'tryAgain', 'pinWrong', 'anotherWay'] as const

interface AtPin {
  readonly order: Order
  readonly attempt: Attempt
  readonly reading: PinEntryReading
}

/** The page on which a PIN is typed, or what must come before it. */
export function pinView(portal: Portal, url: URL, { order, attempt, reading }: AtPin) {
  const { market, content } = portal
  const texts = content.page('orp-translation', languageOf(url, market))
  const wallet = unbroken(walletName(attempt, texts))
  const number = unbroken(maskMsisdn(attempt.payerMsisdn, market.numbers.countryCode))
  const amount = unbroken(displayMoney(attempt.amount))
  return {
    length: pinLength,
    ...(reading.outcome === 'entry' && { entry: reading.entry }),
    isAsked: reading.outcome !== 'consent_needed',
    codeHref: hrefsAt(url).paymentStart({
      order: order.id,
      method: segmentOf(attempt.method, market),
      ...(attempt.quote && { currency: attempt.amount.currency }),
    }),
    texts: {
      ...pickTexts(texts, shownTexts),
      text: fill(texts.pinText, { amount, wallet, number }),
      label: fill(texts.pinLabel, { length: pinLength }),
      pay: fill(texts.pinPay, { amount }),
      silent: fill(texts.pinWalletSilent, { wallet }),
      resendCode: texts.pinCodeAgain,
      resendCodeButton: texts.airtimeSendCode,
    },
  }
}

/** What the page says after a press that did not end the payment. */
export function pinProblem(
  { market, content }: Pick<Portal, 'market' | 'content'>,
  url: URL,
  problem:
    | { readonly outcome: 'wrong_pin'; readonly attemptsLeft: number }
    | { readonly outcome: 'missed' | 'unsealed' },
): string {
  const texts = content.page('orp-translation', languageOf(url, market))
  switch (problem.outcome) {
    case 'wrong_pin':
      return `${texts.pinWrong}. ${attemptsText(problem.attemptsLeft, texts)}`
    case 'missed':
      return texts.pinMissed
    case 'unsealed':
      return texts.pinUnsealed
  }
}

/** A wallet is the same wallet however it is asked. */
function walletName({ method }: Attempt, texts: PaymentTexts): string {
  return method === 'nyanja_money_pin' ? texts.methodMoney : methodName(method, texts)
}

function attemptsText(left: number, texts: PaymentTexts): string {
  return left === 1 ? texts.attemptsLeftOne : fill(texts.attemptsLeftMany, { count: left })
}
