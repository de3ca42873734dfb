import { type Currency, displayMoney, isSameMoney, type Money, money } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { fill } from '@nyanja/domain/texts/fill'
import type { Choice } from '@nyanja/server/payments/orders'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import type { Payer } from '@nyanja/server/payments/payments'
import { clockOf } from '@nyanja/web/format/clock'
import { readField } from '@nyanja/web/format/read-field'
import type { Portal } from '../../server/portal.ts'
import { translateChoice } from '../format/bundle-texts.ts'
import { pickTexts, unbroken } from '../format/text.ts'
import { type MethodOption, methodName, methodOptions } from '../order/methods.ts'
import type { NoticePage } from '../order/notice-panel.tsx'
import { orderFacts } from '../order/order-facts.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { payerForms } from './payer-forms.ts'

/** An id as the portal makes it. */
const pressForm = /^[0-9A-Z]{20,40}$/

export interface ReadPress {
  readonly token: string
  /** The price that the visitor has seen. */
  readonly seen: Money
  readonly isOtherWay: boolean
}

/** Reads the press of a button: undefined when its fields are not as the page sent them. */
export function readPress(form: FormData, currency: Currency): ReadPress | undefined {
  const [token, seen] = [readField(form, 'press'), Number(readField(form, 'seen'))]
  if (!pressForm.test(token) || !Number.isSafeInteger(seen) || seen <= 0) return undefined
  return { token, seen: money(currency, seen), isOtherWay: readField(form, 'pay') === 'other' }
}

/**
 * Finds the payment option of the last time, if it is open for this amount. `payer` pays by one press: not where a code
 * is typed, nor an amount in another currency agreed to.
 */
export async function findSameWay(
  portal: Portal,
  { attempt, order }: OrderedPayment,
  amount: Money,
): Promise<{ readonly option: MethodOption; readonly payer?: Payer } | undefined> {
  const { market, content } = portal
  const texts = content.page('orp-translation', market.languages[0].code)
  const paymentOptions = portal.methodsFor(await portal.openPaymentOptions(), amount, amount.currency)
  const options = methodOptions({ brand: market.brand, paymentOptions }, texts).filter(
    ({ method }) => method === attempt.method,
  )
  const option = options.find(({ gateway }) => gateway === attempt.gateway) ?? options[0]
  if (option === undefined) return undefined
  const payer = attempt.quote === undefined ? payerAgain({ attempt, order }, option.gateway) : undefined
  return { option, ...(payer && { payer }) }
}

/** The payer of the last time, where the method asks for nothing that the portal does not know. */
function payerAgain({ attempt, order }: Pick<OrderedPayment, 'attempt' | 'order'>, gateway: string): Payer | undefined {
  const { method, payerMsisdn, email = order.email } = attempt
  const { fields, codeFor } = payerForms[method]
  const known = { msisdn: payerMsisdn, email }
  if (codeFor !== undefined || fields.some(({ name }) => (known[name] ?? '') === '')) return undefined
  const asked = new Set(fields.map(({ name }) => name))
  return {
    ...{ method, gateway },
    ...(asked.has('msisdn') && { payerMsisdn }),
    ...(asked.has('email') && email !== undefined && { email }),
  }
}

export type AgainView = Awaited<ReturnType<typeof againView>>

interface Sold {
  readonly payment: OrderedPayment
  readonly choice: Choice
  /** The link of a reminder names the press, and leads to no receipt. */
  readonly reminded?: { readonly press: string; readonly title?: string }
}

/** Shows the purchase at the price of today, how it is paid, and what has changed. */
export async function againView(portal: Portal, url: URL, { payment, choice, reminded }: Sold) {
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('again-translation', language)
  const paymentTexts = content.page('orp-translation', language)
  const { countryCode } = market.numbers
  const to = hrefsAt(url)
  const { attempt } = payment
  const before = payment.order.choice.amount
  const amount = unbroken(displayMoney(choice.amount))
  const way = await findSameWay(portal, payment, choice.amount)
  const hasWallet = way?.payer?.payerMsisdn !== undefined
  const wallet = unbroken(maskMsisdn(attempt.payerMsisdn, countryCode))
  const method = methodName(attempt.method, paymentTexts)
  // A stranger may have the link, as that of a pay-me link: the same facts are masked.
  const order = translateChoice({ ...payment.order, choice, payLink: '' }, language)
  const facts = orderFacts(order, {
    texts: paymentTexts,
    bundleTexts: content.page('recharge-translation', language),
    clock: clockOf(market, language),
    now: portal.now(),
    countryCode,
  })
  const nextText = hasWallet ? fill(texts.pushNext, { number: wallet }) : texts.cardNext
  return {
    facts: way?.payer === undefined ? facts : facts.toSpliced(-1, 0, { term: texts.how, value: method }),
    press: reminded?.press ?? portal.repurchases.newPress(),
    seen: choice.amount.minor,
    note:
      'bill' in choice || isSameMoney(before, choice.amount)
        ? undefined
        : fill(texts.priceMoved, { before: unbroken(displayMoney(before)), amount }),
    next: way?.payer === undefined ? texts.chooseNext : nextText,
    button: fill(way?.payer === undefined ? texts.choose : texts.pay, { amount }),
    links: {
      ...(reminded === undefined && { receipt: to.status(attempt.id) }),
      ...(!('bill' in choice) && { change: to.recharge() }),
    },
    texts: {
      ...pickTexts(texts, ['title', 'back', 'numberHidden', 'otherWay', 'change'] as const),
      ...(reminded?.title !== undefined && { title: reminded.title }),
    },
  }
}

const notices = {
  gone: { title: 'goneTitle', text: 'goneText', button: 'goneButton', status: 410 },
  not_offered: { title: 'notOfferedTitle', text: 'notOfferedText', button: 'notOfferedButton', status: 404 },
  unavailable: { title: 'silentTitle', text: 'silentText', button: 'silentButton', status: 503 },
} as const

/** Says why nothing is sold here, and what leads on. */
export function againNotice(
  { content, market }: Portal,
  url: URL,
  outcome: keyof typeof notices,
): { readonly notice: NoticePage; readonly status: number } {
  const texts = content.page('again-translation', languageOf(url, market))
  const { title, text, button, status } = notices[outcome]
  const href = outcome === 'unavailable' ? url.pathname : hrefsAt(url).recharge()
  return { notice: { title: texts[title], text: texts[text], href, button: texts[button] }, status }
}
