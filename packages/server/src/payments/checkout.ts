import { PortalError } from '@nyanja/domain/errors'
import type { Quote } from '@nyanja/domain/money/exchange'
import type { Currency, Money } from '@nyanja/domain/money/money'
import { canPayBill, canRecharge } from '@nyanja/domain/numbers/msisdn'
import { isPaidByAnother, readGiftMessage } from '@nyanja/domain/payments/gift-message'
import { findMinimumAmount } from '@nyanja/domain/payments/payment-options'
import type { Attempt, Begun } from './attempt.ts'
import { CheckoutChoices, type ChoiceSources, matchesPrice } from './checkout-choices.ts'
import { type CheckoutRepeat, problemOfRepeat } from './checkout-repeat.ts'
import {
  type AmountProblem,
  type CheckoutProblem,
  type CheckoutRequest,
  type PayerSources,
  readPayer,
} from './checkout-request.ts'
import type { Choice, NewOrder, Orders, PlacedOrder } from './orders.ts'
import type { OrderedPayment, PaymentProgress } from './payment-progress.ts'
import type { UnchallengedResult } from './payment-results.ts'
import type { Payer, Payments } from './payments.ts'

export interface CheckoutOptions extends PayerSources, ChoiceSources {
  readonly orders: Pick<Orders, 'open' | 'create'>
  readonly payments: Pick<Payments, 'plan' | 'process'>
  readonly progress: Pick<PaymentProgress, 'payment'>
  /** Converts an amount to the market's second currency; undefined while the rate is unknown. */
  readonly quote: (amount: Money) => Promise<Quote | undefined>
  readonly isDualCurrency: boolean
  /** Lists the currencies that a payment method can charge. */
  readonly currenciesOf: (option: Pick<CheckoutRequest, 'method' | 'gateway'>) => readonly Currency[]
}

export type CheckoutResult = ({ readonly outcome: 'initiated' } & Begun) | CheckoutProblem

type Processed = Exclude<UnchallengedResult, { readonly outcome: 'order_ended' }>

export type OpenedCheckout =
  | { readonly outcome: 'opened'; readonly order: PlacedOrder; readonly payer: Payer }
  | CheckoutProblem

type DrawnCheckout =
  | { readonly outcome: 'drawn'; readonly order: NewOrder & Pick<PlacedOrder, 'choice'>; readonly payer: Payer }
  | CheckoutProblem

/** Creates order and payment in one call, for channels that keep no orders of their own. */
export class Checkout {
  readonly #options: CheckoutOptions
  readonly #choices: CheckoutChoices

  constructor(options: CheckoutOptions) {
    this.#options = options
    this.#choices = new CheckoutChoices(options)
  }

  /** Begins without storing anything: the caller stores what begins together with its own answer. */
  async initiate(request: CheckoutRequest): Promise<CheckoutResult> {
    const drawn = await this.#draw(request)
    if (drawn.outcome !== 'drawn') return drawn
    const order = this.#options.orders.create(drawn.order)
    const planned = await this.#options.payments.plan(order, drawn.payer)
    if (planned.outcome === 'planned') return { outcome: 'initiated', attempt: planned.attempt, order }
    if (planned.outcome === 'order_ended') throw new PortalError('illegal_transition', 'A fresh order has ended')
    return { outcome: planned.outcome }
  }

  /** Opens the order and its payer; no payment is started. */
  async open(request: CheckoutRequest): Promise<OpenedCheckout> {
    const drawn = await this.#draw(request)
    if (drawn.outcome !== 'drawn') return drawn
    const { order, payer } = drawn
    return { outcome: 'opened', order: { ...(await this.#options.orders.open(order)), choice: order.choice }, payer }
  }

  async #draw(request: CheckoutRequest): Promise<DrawnCheckout> {
    const { lines } = this.#options
    const line = await lines.check(request.number)
    if (line.outcome !== 'line' || !mayHave[request.buys](line.lineType)) return { outcome: 'invalid_number' }
    if (request.isForBroadband && !line.isBroadband) return { outcome: 'invalid_number' }
    if (isOfLine[request.buys] && request.lineType !== undefined && request.lineType !== line.lineType)
      return { outcome: 'bad_field', field: 'lineType' }
    const currencies = this.#options.currenciesOf(request)
    if (!currencies.includes(request.currency)) return { outcome: 'currency_unavailable', currencies }
    const choice = await this.#choices.choose(request, line)
    if ('outcome' in choice) return choice
    const least = findMinimumAmount(request.method, choice.amount, this.#options)
    if (least !== undefined) return { outcome: 'below_dollar', limit: least }
    const charge = await this.#chargeOf(request, choice)
    if ('outcome' in charge) return charge
    const payer = await readPayer(this.#options, request, line)
    if ('outcome' in payer) return payer

    const gift = readGift(request, { msisdn: line.msisdn, payer })
    if ('outcome' in gift) return gift

    const { channel, language } = request
    const { msisdn, lineType } = line
    const email = payer.email === undefined ? {} : { email: payer.email }
    const account = choice.kind === 'invoice' ? { account: choice.bill.account } : {}
    const shown = { channel, language, msisdn, lineType, choice, redirectPage: '/' }
    return { outcome: 'drawn', order: { ...shown, ...account, ...email, ...gift }, payer: { ...payer, ...charge } }
  }

  /** The id of a transaction may be read by its holder; only the channel that began it may continue it. */
  async process(
    id: string,
    channel: string,
    { endUser, ...shown }: CheckoutRepeat & { readonly endUser?: string } = {},
  ): Promise<Processed | CheckoutProblem> {
    const payment = await this.#options.progress.payment(id)
    const { attempt, order } = payment
    if (order.channel !== channel) throw new PortalError('not_found', 'The transaction is of another channel')
    const problem = await this.problemOf(shown, payment)
    if (problem !== undefined) return problem
    if (attempt.id !== id) return { outcome: 'already_processed', attempt }
    const result = await this.#options.payments.process(order, attempt, endUser === undefined ? {} : { endUser })
    if (attempt.state !== 'created') return repeated(attempt, result)
    return result.outcome === 'order_ended' ? endedProblem(order) : result
  }

  /** Tells why a later call cannot mean this payment. */
  problemOf(shown: CheckoutRepeat, payment: OrderedPayment): Promise<CheckoutProblem | undefined> {
    return problemOfRepeat(shown, payment, this.#options)
  }

  /**
   * Computes the charge. In another currency it must be the amount that the channel has shown: the exact conversion of
   * the order right now.
   */
  async #chargeOf(
    { currency, amount }: CheckoutRequest,
    choice: Choice,
  ): Promise<{ readonly quote?: Quote } | CheckoutProblem> {
    if (currency === choice.amount.currency) return {}
    const quote = await this.#options.quote(choice.amount)
    if (quote === undefined) return { outcome: 'conversion_failed' }
    return amount !== undefined && matchesPrice(amount, quote.charged) ? { quote } : { outcome: 'amount_differs' }
  }

  /** Parses the amount of a recharge, in units where those are sold. */
  parseAirtimeAmount(text: string): { readonly outcome: 'valid'; readonly amount: Money } | AmountProblem {
    return this.#choices.parseAirtimeAmount(text)
  }

  /** Parses the amount of a bill, in the currency of prices. */
  parseBillAmount(text: string) {
    return this.#choices.parseBillAmount(text)
  }
}

interface Giving {
  readonly msisdn: string
  readonly payer: Payer
}

/** Reads what goes to the receiver; the limits of that SMS apply once the gift is delivered. */
function readGift(
  { method, giftMessage }: CheckoutRequest,
  { msisdn, payer: { payerMsisdn = msisdn } }: Giving,
): { readonly giftMessage?: string } | CheckoutProblem {
  const reading = readGiftMessage(giftMessage)
  if (reading.outcome === 'none') return {}
  if (reading.outcome === 'fault') return { outcome: 'invalid_gift_message', fault: reading.fault }
  if (!isPaidByAnother({ method, payerMsisdn }, msisdn)) return { outcome: 'invalid_gift_message', fault: 'own_number' }
  return { giftMessage: reading.message }
}

/** A channel that lost the first answer may still send its payer to the gateway's page. */
function repeated(attempt: Attempt, result: UnchallengedResult): Processed {
  const page = result.outcome === 'redirect' ? { url: result.url } : {}
  return { outcome: 'already_processed', attempt, ...page }
}

/** The number gets messages where the order is for an account, or a line that does not exist yet. */
const mayHave = {
  airtime: canRecharge,
  bundle: canRecharge,
  bill: canPayBill,
  invoice: () => true,
  plan: () => true,
} as const

/** Whether the product is for the line itself. */
const isOfLine = { airtime: true, bundle: true, bill: true, invoice: false, plan: false } as const

const endedProblems = { plan: 'unknown_account', invoice: 'unknown_invoice', bill: 'above_bill' } as const

/** Answers a channel about an order that is not due any more, in the same way as at its beginning. */
export function endedProblem({ choice: { kind } }: PlacedOrder): CheckoutProblem {
  if (kind === 'plan' || kind === 'invoice' || kind === 'bill') return { outcome: endedProblems[kind] }
  throw new PortalError('illegal_transition', 'No other order can have paid this one')
}
