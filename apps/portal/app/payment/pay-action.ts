import type { Quote } from '@nyanja/domain/money/exchange'
import { displayMoney, type Money } from '@nyanja/domain/money/money'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import type { Challenged } from '@nyanja/domain/rate-limits/rate-limit'
import { fill } from '@nyanja/domain/texts/fill'
import type { Offer } from '@nyanja/server/exchange/exchange'
import type { Method } from '@nyanja/server/payments/attempt'
import type { Order, PlacedOrder } from '@nyanja/server/payments/orders'
import type { PayResult } from '@nyanja/server/payments/payment-results'
import type { Payer } from '@nyanja/server/payments/payments'
import { readField } from '@nyanja/web/format/read-field'
import type { Portal } from '../../server/portal.ts'
import type { ChallengeNoteProps } from '../challenge/challenge-note.tsx'
import { secondsText } from '../code/code-step.ts'
import { unbroken } from '../format/text.ts'
import type { Hrefs } from '../hrefs.ts'
import { textsFor } from '../order/methods.ts'
import type { PaymentTexts } from '../order/order-facts.ts'
import type { Keeping } from '../saved-numbers/keep-box.tsx'
import type { Problem } from '../ui/error-summary.tsx'
import { giftFieldName, problemsOfGift, readGiftField } from './gift-field.ts'
import { type PayerFieldName, type PayerSources, payerFieldNames, payerForms, readers } from './payer-forms.ts'

export type Typed = Readonly<Partial<Record<PayerFieldName | typeof giftFieldName, string>>>
type Texts = PaymentTexts & { readonly serviceSilent: string }

/** The page's answer to a post that did not begin a payment. */
export interface PayAnswer {
  readonly typed: Typed
  /** There are none where a challenge is required; `field` is the id of the field to correct. */
  readonly problems: readonly Problem[]
  /** The ticked box that saves the number, with the name for it. */
  readonly keeping?: Keeping
  /** The challenge before one more number or prompt. */
  readonly challenge?: ChallengeNoteProps
}

export function readTyped(form: FormData): Typed {
  return Object.fromEntries(
    [...payerFieldNames, giftFieldName].flatMap((name) => {
      const value = form.get(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

type PayerReading =
  | { readonly outcome: 'payer'; readonly payer: Payer }
  | { readonly outcome: 'problems'; readonly problems: readonly Problem[] }
  | Challenged

/** Reads every field of the method's form, so that all faults are reported at once. */
export async function readPayer(
  sources: PayerSources,
  method: Method,
  typed: Typed,
  texts: Texts,
): Promise<PayerReading> {
  const problems: Problem[] = []
  const values: Partial<Record<PayerFieldName, string>> = {}
  for (const { name, kind, empty, invalid } of payerForms[method].fields) {
    const reading = await readers[kind](sources, typed[name] ?? '')
    if (reading.outcome === 'challenge') return reading
    if (reading.outcome === 'valid') values[name] = reading.value
    else
      problems.push({
        field: name,
        text: texts[({ empty, invalid, bss_unavailable: 'serviceSilent' } as const)[reading.outcome]],
      })
  }
  if (problems.length > 0) return { outcome: 'problems', problems }
  const { email, msisdn } = values
  return {
    outcome: 'payer',
    payer: { method, ...(email !== undefined && { email }), ...(msisdn !== undefined && { payerMsisdn: msisdn }) },
  }
}

type GiftReading = Exclude<PayerReading, { readonly outcome: 'payer' }> | GivingPayer

interface GivingPayer {
  readonly outcome: 'payer'
  readonly payer: Payer
  readonly giftMessage?: string
}

/** Reads the message of a gift beside the payer, so that its faults are reported together with those of the fields. */
export function readGift(
  reading: PayerReading,
  { order, typed }: { readonly order: PlacedOrder; readonly typed: Typed },
  texts: PaymentTexts,
): GiftReading {
  if (reading.outcome === 'challenge') return reading
  const gift = readGiftField(order, typed.giftMessage)
  const payer = reading.outcome === 'payer' ? reading.payer : undefined
  const found = reading.outcome === 'problems' ? reading.problems : []
  const problems = [...found, ...problemsOfGift({ gift, order, payer }, texts)]
  if (payer === undefined || problems.length > 0) return { outcome: 'problems', problems }
  return { outcome: 'payer', payer, ...(gift.outcome === 'valid' && { giftMessage: gift.message }) }
}

const problemTexts = {
  too_many_prompts: 'tooManyPrompts',
  being_paid: 'invoiceBeingPaid',
  bill_being_paid: 'billBeingPaid',
  plan_being_paid: 'planBeingPaid',
  method_unavailable: 'setAsideText',
  same_line: 'airtimeSameLine',
  no_airtime: 'airtimeNone',
  code_limit: 'otpLimit',
  code_soon: 'otpResendIn',
  not_our_line: 'airtimePhoneInvalid',
  no_wallet: 'walletUnknown',
  wallet_refused: 'walletRefused',
  wallet_silent: 'walletSilent',
  rate_moved: 'rateMoved',
  rate_unknown: 'conversionFailedText',
} as const satisfies Record<PayProblem, keyof PaymentTexts>

export type PayProblem =
  | 'too_many_prompts'
  | 'being_paid'
  | 'bill_being_paid'
  | 'plan_being_paid'
  | 'method_unavailable'
  | 'same_line'
  | 'no_airtime'
  | 'code_limit'
  | 'code_soon'
  | 'not_our_line'
  | 'no_wallet'
  | 'wallet_refused'
  | 'wallet_silent'
  | 'rate_moved'
  | 'rate_unknown'

/** Reports problems at the method's first field, where the form begins. */
export function problemsOf(
  { problem, seconds }: Extract<Next, { readonly problem: PayProblem }>,
  method: Method,
  texts: PaymentTexts,
): readonly Problem[] {
  const shown = textsFor(method, texts)[problemTexts[problem]]
  const text = seconds === undefined ? shown : fill(shown, { time: secondsText(seconds, texts) })
  return [{ field: payerForms[method].fields[0]?.name ?? 'email', text }]
}

/**
 * The request for a code required a challenge with its own page. `seconds` pass until the same may be requested again.
 */
export type CodeNext = { readonly to: string } | { readonly problem: PayProblem; readonly seconds?: number }
type Next = CodeNext | Challenged

const beingPaid = {
  airtime: 'being_paid',
  bundle: 'being_paid',
  bill: 'bill_being_paid',
  invoice: 'being_paid',
  plan: 'plan_being_paid',
  several: 'being_paid',
} as const satisfies Record<OrderKind, PayProblem>

/** Returns the visitor's next page after Pay. An address of the gateway is never in an answer to a form. */
export function nextAfter(result: PayResult, order: Order, to: Hrefs): Next {
  switch (result.outcome) {
    case 'redirect':
      return { to: to.gatewayRedirect(order.id) }
    case 'waiting':
    case 'already_processed':
    case 'refused':
      return { to: to.status(result.attempt.id, order.id) }
    case 'order_ended':
    case 'proof_missing':
      return { to: to.paymentStart({ order: order.id }) }
    case 'challenge':
      return result
    case 'being_paid':
      return { problem: beingPaid[order.choice?.kind ?? 'invoice'] }
    case 'too_many_prompts':
    case 'method_unavailable':
      return { problem: result.outcome }
  }
}

type Sources = Pick<Portal, 'market' | 'exchange'>

/** Returns what is charged for an order, in the currency that the address names. */
export interface Charging {
  readonly amount: Money
  /** The order is paid in the second currency, by an offer that is valid for a time. */
  readonly offer?: Offer
  /** The order's amount in the other currency, where that is known. */
  readonly instead?: Money
  /** The other currency was requested, and the rate is unknown. */
  readonly isRateUnknown?: true
}

/** The name of the second currency, where the address asks for it. */
export function readSecondCurrency({ market: { secondCurrency } }: Pick<Portal, 'market'>, url: URL) {
  return url.searchParams.get('currency') === secondCurrency ? secondCurrency : undefined
}

export async function chargingOf(portal: Sources, url: URL, { id, choice }: PlacedOrder): Promise<Charging> {
  const { amount } = choice
  const offer = await portal.exchange?.offer({ id, amount })
  if (readSecondCurrency(portal, url) === undefined)
    return offer === undefined ? { amount } : { amount, instead: offer.quote.charged }
  if (offer === undefined) return { amount, isRateUnknown: true }
  return { amount: offer.quote.charged, instead: amount, offer }
}

interface Posted {
  readonly order: PlacedOrder
  readonly form: FormData
}

type Agreed =
  /** Without it the order's own amount is charged. `sealed` is encrypted for addresses. */
  | { readonly offered?: { readonly quote: Quote; readonly sealed: string } }
  | { readonly problem: 'rate_moved' | 'rate_unknown'; readonly amount: string; readonly currency: string }

/**
 * Returns what the visitor has seen and agreed to pay, or why the page must be shown again. Nothing is charged that was
 * not shown.
 */
export async function agreementOn(portal: Sources, url: URL, { order, form }: Posted): Promise<Agreed> {
  const { exchange, market } = portal
  if (exchange === undefined || readSecondCurrency(portal, url) === undefined) return {}
  const { id, choice } = order
  const agreement = await exchange.agree(readField(form, 'quote'), { id, amount: choice.amount })
  if (agreement.outcome === 'agreed') return { offered: { quote: agreement.quote, sealed: agreement.sealed } }
  const charging = await chargingOf(portal, url, order)
  const isKnown = agreement.outcome === 'moved' && charging.offer !== undefined
  const amount = unbroken(displayMoney(charging.amount))
  return { problem: isKnown ? 'rate_moved' : 'rate_unknown', amount, currency: market.currency }
}

/** The sentences about a rate, with their values. */
export function rateTexts(texts: PaymentTexts, copy: { readonly amount: string; readonly currency: string }) {
  const conversionFailedText = `${texts.conversionFailed} ${fill(texts.conversionFailedText, copy)}`
  const moved = { rateMoved: fill(texts.rateMoved, copy), codeRateMoved: fill(texts.codeRateMoved, copy) }
  return { ...texts, ...moved, conversionFailedText }
}
