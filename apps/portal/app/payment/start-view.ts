import { maskAccount } from '@nyanja/domain/bills/account-number'
import { displayMoney } from '@nyanja/domain/money/money'
import { groupWhileTyping, type MsisdnRules, maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { problemOfPayer } from '@nyanja/domain/payments/payment-options'
import { fill } from '@nyanja/domain/texts/fill'
import type { MethodStanding } from '@nyanja/server/payments/methods'
import type { Order, PlacedOrder } from '@nyanja/server/payments/orders'
import type { PageOfOrder } from '@nyanja/server/payments/payment-progress'
import type { Market } from '@nyanja/server/settings/market'
import { clockOf } from '@nyanja/web/format/clock'
import type { Portal } from '../../server/portal.ts'
import { pickTexts, unbroken } from '../format/text.ts'
import { methodOptions, troubleOf, workingFirst } from '../order/methods.ts'
import type { NoticePage } from '../order/notice-panel.tsx'
import { chargeNotes, kindTexts, orderFacts, type PaymentTexts, whatOf } from '../order/order-facts.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import type { KeepBoxView } from '../saved-numbers/keep-box.tsx'
import type { SavedChoice } from '../saved-numbers/saved-choice.ts'
import { currencyView } from './consent.ts'
import { giftField } from './gift-field.ts'
import type { Charging } from './pay-action.ts'
import { payerForm } from './payer-forms.ts'
import { receiptTo } from './receipt-facts.ts'

const shownTexts = [
  'payHeading',
  'back',
  'showOrder',
  'yourOrder',
  'taxIncluded',
  'changeOrder',
  'paymentMethods',
  'sending',
  'noMethods',
  'setAsideText',
  'checkFirstText',
  'checkFirstButton',
] as const satisfies readonly (keyof PaymentTexts)[]

/** Everything on the page of payment methods, all of it as text. */
interface Starting {
  readonly order: PlacedOrder
  readonly at: PageOfOrder
  readonly charging: Charging
  /** The part of the address that is a method's own. */
  readonly method: string | undefined
  readonly paymentOptions: Market['paymentOptions']
  /** The options that suit the order in the market's other currency alone. */
  readonly elsewhere: Market['paymentOptions']
  readonly standings: readonly MethodStanding[]
  /** Another order is paid at this moment. */
  readonly isBeingPaid: boolean
  /** What this phone has saved, which the field of a wallet may be filled with. */
  readonly saved: SavedChoice | undefined
  /** The offer to save what the order is for. */
  readonly keep: KeepBoxView | undefined
}

export function startView(portal: Portal, url: URL, starting: Starting) {
  const { order, at, charging, method, paymentOptions, elsewhere, standings, isBeingPaid, saved, keep } = starting
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('orp-translation', language)
  const bundleTexts = content.page('recharge-translation', language)
  const clock = clockOf(market, language)
  const to = hrefsAt(url)
  const { countryCode } = market.numbers
  const amount = displayMoney(charging.amount)
  const currency = charging.offer && { currency: charging.amount.currency }
  const receiver = receiverOf(order, market.numbers, texts)
  const what = order.choice.kind === 'bundle' ? whatOf(order, bundleTexts) : texts[kindTexts[order.choice.kind]]
  // The visitor has typed only this number.
  const isTyped = order.payLink === undefined && order.account === undefined && !isSeveral(order)
  const walletNumber = isTyped ? groupWhileTyping(order.msisdn, market.numbers) : ''
  const options = methodOptions({ brand: market.brand, paymentOptions }, texts).map((option) => {
    const standing = standings.find(({ method }) => method === option.method)
    const unfit = isTyped ? problemOfPayer(option.method, order, { ...order, buys: order.choice.kind }) : undefined
    const form = payerForm(option.method, { ...texts, payAmount: fill(texts.payAmount, { amount }) }, receiptTo(order))
    return {
      ...option,
      href: to.paymentStart({ order: order.id, method: option.segment, ...currency }),
      form: {
        ...form,
        number: unfit === undefined ? { start: walletNumber } : { start: '', why: texts[unfitTexts[unfit]] },
      },
      trouble: standing && troubleOf(standing, texts),
    }
  })
  const instead = options.find(({ trouble }) => trouble === undefined)

  return {
    amount,
    orderLine: isSeveral(order) ? receiver : fill(texts.orderLine, { what, number: unbroken(receiver) }),
    facts: orderFacts(order, { texts, bundleTexts, clock, now: portal.now(), countryCode, charged: charging.amount }),
    currencies: currencyView(order, charging, { market, texts, clock, to, method, elsewhere }),
    options: workingFirst(options),
    /** It is offered where a method is suspended. */
    instead: instead && { href: instead.href, text: fill(texts.tryMethod, { method: instead.name }) },
    links: [
      ...(market.publicServiceStatus && options.some(({ trouble }) => trouble !== undefined)
        ? [{ href: to.serviceStatus(), text: texts.healthLink }]
        : []),
      { href: to.askToPay({ order: order.id }), text: content.page('pay-me-translation', language).askLink },
    ],
    ...{ saved: saved?.chips, keep, gift: giftField(order, texts, market.numbers) },
    prefix: `+${countryCode}`,
    rules: { countryCode, length: market.numbers.length, trunk: market.numbers.trunk },
    backHref: to.choiceOf(order),
    here: { thing: portal.digestOfThing(thingOf(order)), order: order.id },
    /** This tab began a payment for the same thing with another order. */
    begunText: begunText(order, market, texts),
    startHref: to.paymentStart({ order: '' }),
    /** An earlier attempt of this order with an unknown result. */
    earlier: at.attempt &&
      at.situation === 'at_gateway_page' && {
        text: fill(texts.checkFirst, {
          amount: displayMoney(at.attempt.amount),
          time: clock.near(at.attempt.createdAt, portal.now()),
        }),
        href: to.status(at.attempt.id, order.id),
      },
    /** What the amount contains that was not typed as such. */
    notes: 'bill' in order.choice && order.payLink === undefined ? chargeNotes(order.choice.bill, { texts }) : [],
    /** The page of a code or a PIN sends visitors here once it is closed. */
    ended: url.searchParams.has('ended') ? texts.codeEnded : undefined,
    /** Another order of any payer is in progress: the note has no detail. */
    beingPaid: isBeingPaid ? texts[beingPaidTexts[order.choice.kind]] : undefined,
    texts: {
      ...pickTexts(texts, shownTexts),
      // The connection is a fee, and it is the operator's.
      ...(order.choice.kind === 'plan' && { taxIncluded: texts.planTaxIncluded }),
      step: fill(texts.step, { step: 2, steps: 2 }),
      noMethodsText: fill(texts.noMethodsText, { number: market.customerCareNumber }),
      ...pickTexts(content.page('errors-translation', language), ['summaryOne', 'summaryMany', 'toContinue']),
    },
  }
}

const isSeveral = ({ choice }: PlacedOrder): boolean => choice.kind === 'several'

/** The tab does not know the currency, so any amount could differ from the one that was shown. */
function begunText({ choice }: PlacedOrder, { secondCurrency }: Market, texts: PaymentTexts): string {
  return secondCurrency === undefined
    ? fill(texts.begunHere, { amount: displayMoney(choice.amount) })
    : texts.begunHereAny
}

/** The reasons that the line of the order is not in the field already. */
const unfitTexts = { same_line: 'airtimeSameLine', no_airtime: 'airtimeNone' } as const

/** Only what can be paid once is reserved for one payer. */
const beingPaidTexts = {
  airtime: 'invoiceBeingPaid',
  bundle: 'invoiceBeingPaid',
  bill: 'billBeingPaid',
  invoice: 'invoiceBeingPaid',
  plan: 'planBeingPaid',
  several: 'invoiceBeingPaid',
} as const satisfies Record<PlacedOrder['choice']['kind'], keyof PaymentTexts>

function receiverOf({ msisdn, choice, payLink }: PlacedOrder, rules: MsisdnRules, texts: PaymentTexts): string {
  const isOpen = payLink === undefined
  if (choice.kind === 'several') return fill(texts.numbersCount, { count: choice.items.length })
  if (choice.kind !== 'invoice')
    return isOpen ? groupWhileTyping(msisdn, rules) : unbroken(maskMsisdn(msisdn, rules.countryCode))
  return isOpen ? choice.bill.account : maskAccount(choice.bill.account)
}

/** The key by which the tab that began a payment knows it. */
export interface BegunHere {
  readonly thing: string
  readonly order: string
}

/** The same for two orders of the same thing. */
function thingOf({ msisdn, choice, payLink = msisdn }: PlacedOrder): string {
  return [payLink, ...productOf(choice), choice.amount.minor, choice.amount.currency].join(' ')
}

function productOf(choice: PlacedOrder['choice']): readonly string[] {
  if (choice.kind === 'bundle') return [choice.bundle.productCode]
  if (choice.kind === 'plan') return [choice.kind, choice.plan.leadReference]
  if (choice.kind === 'airtime' || choice.kind === 'bill') return [choice.kind]
  if (choice.kind === 'several')
    return choice.items.map(({ msisdn, amount, bundle }) => `${msisdn} ${bundle?.productCode ?? amount.minor}`)
  return [choice.kind, choice.bill.account, ...choice.bill.invoices.map(({ billId }) => billId)]
}

export type StartView = ReturnType<typeof startView>

/** Shows a note in place of a form for an order that can no longer be paid. */
export function noticePage(portal: Portal, url: URL, order?: Pick<Order, 'id' | 'redirectPage'>): NoticePage {
  const texts = portal.content.page('orp-translation', languageOf(url, portal.market))
  const to = hrefsAt(url)
  return order === undefined
    ? {
        title: texts.orderUnknownTitle,
        text: texts.orderUnknownText,
        href: to.recharge(),
        button: texts.orderExpiredButton,
      }
    : {
        title: texts.orderExpiredTitle,
        text: fill(texts.orderExpiredText, { minutes: 60 }),
        href: to.choiceOf(order),
        button: texts.orderExpiredButton,
      }
}

/** Shows a note in place of a form for internet at home that will not be installed. */
export function overPage(portal: Portal, url: URL, order: Order): NoticePage {
  const texts = portal.content.page('orp-translation', languageOf(url, portal.market))
  return {
    title: texts.planOverTitle,
    text: texts.planOverText,
    href: hrefsAt(url).choiceOf(order),
    button: texts.planOverButton,
  }
}
