import { readFixedAccount } from '@nyanja/domain/account-number'
import { type AmountLimits, checkAmount } from '@nyanja/domain/amount-limits'
import { chargeFor, chooseInvoices, type Invoice, totalOf } from '@nyanja/domain/bill'
import type { Bundle } from '@nyanja/domain/bundle'
import type { Quote } from '@nyanja/domain/exchange'
import { canPayBill, canRecharge } from '@nyanja/domain/line'
import { type Currency, type Money, majorText } from '@nyanja/domain/money'
import { PortalError } from '../errors.ts'
import type { Attempt } from './attempt.ts'
import { type PaidLine, type PayerProblem, type PayerRequest, type PayerSources, readPayer } from './checkout-payer.ts'
import type { Choice, PlacedOrder } from './order.ts'
import type { Orders } from './orders.ts'
import type { ProcessResult } from './pay-results.ts'
import type { PaymentProgress } from './payment-progress.ts'
import type { Payer, Payments } from './payments.ts'
import type { Plans, PlanWish } from './plans.ts'

export interface CheckoutOptions extends PayerSources {
  readonly orders: Pick<Orders, 'open'>
  readonly payments: Pick<Payments, 'initiate' | 'process'>
  readonly progress: Pick<PaymentProgress, 'payment'>
  readonly catalogue: { bundle(productCode: string, line: PaidLine): Promise<Bundle | undefined> }
  /** The account that the bill of a line is paid to. */
  readonly accountOfLine: (msisdn: string) => Promise<string | undefined>
  /** What is open on a fixed account, as billing has it this moment; undefined where there is no such account. */
  readonly openInvoices: (account: string) => Promise<readonly Invoice[] | undefined>
  readonly plans: Pick<Plans, 'choice'>
  /** The order for this number, while it can be served and is not paid. Undefined for all others. */
  readonly payableLead: (lead: { readonly reference: string; readonly msisdn: string }) => Promise<PlanWish | undefined>
  /** What an amount comes to in the market's second currency; undefined while nobody knows. */
  readonly quote: (amount: Money) => Promise<Quote | undefined>
  /** Of recharges. */
  readonly limits: AmountLimits
  readonly bills: { readonly limits: AmountLimits; readonly roundUp: boolean }
}

/** What a channel wants to buy, in the words that it was sent. */
export interface CheckoutRequest extends PayerRequest {
  readonly buys: Choice['kind']
  /** Then no other line will do. */
  readonly isForBroadband?: boolean
  readonly language: string
  readonly number: string
  readonly productCode?: string
  /** Of a fixed line, with the numbers of its invoices between commas; of a plan the reference of its order. */
  readonly accountId?: string
  readonly invoiceNumber?: string
  /** Major units. A bundle and an invoice have a price of their own; an amount beside it must be the same. */
  readonly amount?: string
  /** Of the amount, and of what is charged. */
  readonly currency: Currency
  /** Airtime, where it is sold in units; the amount is then what the payer was shown for it. */
  readonly units?: string
}

export type AmountProblem =
  | { readonly outcome: 'below_minimum' | 'above_maximum'; readonly limit: Money }
  | { readonly outcome: 'invalid_amount' }

export type CheckoutProblem =
  | AmountProblem
  | PayerProblem
  | {
      readonly outcome:
        | 'invalid_number'
        | 'amount_differs'
        | 'currency_differs'
        | 'conversion_failed'
        | 'unknown_product'
        | 'invalid_account'
        | 'unknown_account'
        | 'unknown_invoice'
        | 'method_unavailable'
        | 'too_many_prompts'
        | 'being_paid'
        | 'proof_missing'
    }

export type CheckoutResult = { readonly outcome: 'initiated'; readonly attempt: Attempt } | CheckoutProblem

type Processed = Exclude<ProcessResult, { readonly outcome: 'order_ended' }>

export type OpenedCheckout =
  | { readonly outcome: 'opened'; readonly order: PlacedOrder; readonly payer: Payer }
  | CheckoutProblem

/** Order and payment in one go, for channels that keep no order of their own. */
export class Checkout {
  readonly #options: CheckoutOptions

  constructor(options: CheckoutOptions) {
    this.#options = options
  }

  async initiate(request: CheckoutRequest): Promise<CheckoutResult> {
    const opened = await this.open(request)
    if (opened.outcome !== 'opened') return opened
    const begun = await this.#options.payments.initiate(opened.order, opened.payer)
    if ('attempt' in begun) return { outcome: 'initiated', attempt: begun.attempt }
    if (begun.outcome === 'order_ended') throw new PortalError('illegal_transition', 'A fresh order has ended')
    return { outcome: begun.outcome }
  }

  /** The order and who pays it; nothing is begun. */
  async open(request: CheckoutRequest): Promise<OpenedCheckout> {
    const { orders, lines } = this.#options
    const line = await lines.check(request.number)
    if (line.outcome !== 'line' || !mayHave[request.buys](line.lineType)) return { outcome: 'invalid_number' }
    if (request.isForBroadband && !line.isBroadband) return { outcome: 'invalid_number' }
    const choice = await this.#choices[request.buys](request, line)
    if ('outcome' in choice) return choice
    const charge = await this.#chargeOf(request, choice)
    if ('outcome' in charge) return charge
    const payer = await readPayer(this.#options, request, line)
    if ('outcome' in payer) return payer

    const { channel, language } = request
    const { msisdn, lineType } = line
    const email = payer.email === undefined ? {} : { email: payer.email }
    const account = choice.kind === 'invoice' ? { account: choice.bill.account } : {}
    const said = { channel, language, msisdn, lineType, choice, redirectPage: '/' }
    const order = await orders.open({ ...said, ...account, ...email })
    return { outcome: 'opened', order: { ...order, choice }, payer: { ...payer, ...charge } }
  }

  /** An id of a transaction may be read by whoever holds it; only the channel that began it may go on with it. */
  async process(id: string, channel: string): Promise<Processed | CheckoutProblem> {
    const { attempt, order } = await this.#options.progress.payment(id)
    if (order.channel !== channel) throw new PortalError('not_found', 'The transaction is of another channel')
    if (attempt.id !== id || attempt.state !== 'created') return { outcome: 'already_processed', attempt }
    const result = await this.#options.payments.process(order, attempt)
    return result.outcome === 'order_ended' ? endedProblem(order) : result
  }

  /** In another currency only what the channel has shown: exactly what the order comes to right now. */
  async #chargeOf(
    { currency, amount }: CheckoutRequest,
    choice: Choice,
  ): Promise<{ readonly quote?: Quote } | CheckoutProblem> {
    if (currency === choice.amount.currency) return {}
    const quote = await this.#options.quote(choice.amount)
    if (quote === undefined) return { outcome: 'conversion_failed' }
    return amount !== undefined && isSame(amount, quote.charged) ? { quote } : { outcome: 'amount_differs' }
  }

  readonly #choices = {
    airtime: async (request: CheckoutRequest): Promise<Choice | CheckoutProblem> => {
      const reading = this.#airtimeOf(request)
      return reading.outcome === 'valid' ? { kind: 'airtime', amount: reading.amount } : reading
    },

    bundle: async (
      { productCode = '', amount, currency }: CheckoutRequest,
      line: PaidLine,
    ): Promise<Choice | CheckoutProblem> => {
      const bundle = await this.#options.catalogue.bundle(productCode, line)
      if (bundle === undefined) return { outcome: 'unknown_product' }
      const { price } = bundle
      return currency !== price.currency || isSame(amount, price)
        ? { kind: 'bundle', amount: price, bundle }
        : { outcome: 'amount_differs' }
    },
    bill: async (
      { amount = '', currency }: CheckoutRequest,
      { msisdn }: { readonly msisdn: string },
    ): Promise<Choice | CheckoutProblem> => {
      const { bills, accountOfLine } = this.#options
      // Francs do not say how many dollars of a bill are meant.
      if (currency !== bills.limits.min.currency) return { outcome: 'currency_differs' }
      const reading = readAmount(amount, bills.limits, 'allowed')
      if (reading.outcome !== 'valid') return reading
      const account = await accountOfLine(msisdn)
      if (account === undefined) return { outcome: 'unknown_account' }
      return { kind: 'bill', amount: chargeFor(reading.amount, bills), bill: { account, invoices: [] } }
    },
    invoice: async ({
      accountId = '',
      invoiceNumber = '',
      amount,
      currency,
    }: CheckoutRequest): Promise<Choice | CheckoutProblem> => {
      const { bills, openInvoices } = this.#options
      const reading = readFixedAccount(accountId)
      if (reading.outcome !== 'valid') return { outcome: 'invalid_account' }
      const { account } = reading
      const open = await openInvoices(account)
      if (open === undefined) return { outcome: 'unknown_account' }
      const numbers = invoiceNumber.split(',').map((number) => number.trim())
      const { chosen, missing } = chooseInvoices(open, numbers)
      const total = totalOf(chosen)
      if (total === undefined || missing.length > 0) return { outcome: 'unknown_invoice' }
      const charge = chargeFor(total, bills)
      if (currency === charge.currency && !isSame(amount, charge)) return { outcome: 'amount_differs' }
      const limits = readAmount(majorText(charge), bills.limits, 'allowed')
      if (limits.outcome !== 'valid') return limits
      return { kind: 'invoice', amount: charge, bill: { account, invoices: chosen } }
    },
    plan: async (
      { accountId = '', productCode, amount, currency }: CheckoutRequest,
      { msisdn }: PaidLine & { readonly msisdn: string },
    ): Promise<Choice | CheckoutProblem> => {
      const { payableLead, plans } = this.#options
      const lead = await payableLead({ reference: accountId, msisdn })
      if (lead === undefined) return { outcome: 'unknown_account' }
      const choice = await plans.choice(lead)
      if (choice === undefined) return { outcome: 'unknown_account' }
      if (productCode !== undefined && productCode !== choice.plan.code) return { outcome: 'unknown_product' }
      return currency !== choice.amount.currency || isSame(amount, choice.amount)
        ? choice
        : { outcome: 'amount_differs' }
    },
  } as const

  #airtimeOf({ amount = '', units, currency }: CheckoutRequest) {
    const { min, max, inUnits } = this.#options.limits
    if (!inUnits) return this.amountOf(amount)
    const isOwn = currency === min.currency
    if (units !== undefined) {
      const reading = this.amountOf(units)
      const isAnother = isOwn && reading.outcome === 'valid' && !isSame(amount, reading.amount)
      return isAnother ? ({ outcome: 'amount_differs' } as const) : reading
    }
    return isOwn ? readAmount(amount, { min, max }, 'allowed') : ({ outcome: 'invalid_amount' } as const)
  }

  /** Of a recharge, in units where those are sold. */
  amountOf(text: string): { readonly outcome: 'valid'; readonly amount: Money } | AmountProblem {
    return readAmount(text, this.#options.limits, 'refused')
  }
}

/** For an account, and for what is not there yet, the line is of whoever is told about it. */
const mayHave = {
  airtime: canRecharge,
  bundle: canRecharge,
  bill: canPayBill,
  invoice: () => true,
  plan: () => true,
} as const

const endedProblems = { plan: 'unknown_account', invoice: 'unknown_invoice' } as const

/** What a channel is told of an order that is due no more: the same as if it began now. */
export function endedProblem({ choice: { kind } }: PlacedOrder): CheckoutProblem {
  if (kind === 'plan' || kind === 'invoice') return { outcome: endedProblems[kind] }
  throw new PortalError('illegal_transition', 'Nobody else can have paid this order')
}

/** Nothing said is no other amount. */
function isSame(said = '', price: Money): boolean {
  return said === '' || checkAmount(said, { min: price, max: price }, { decimals: 'allowed' }).outcome === 'valid'
}

function readAmount(
  text: string,
  limits: AmountLimits,
  decimals: 'allowed' | 'refused',
): { readonly outcome: 'valid'; readonly amount: Money } | AmountProblem {
  const reading = checkAmount(text, limits, { decimals })
  if (reading.outcome === 'valid') return reading
  if (reading.outcome === 'below_minimum') return { outcome: 'below_minimum', limit: limits.min }
  if (reading.outcome === 'above_maximum') return { outcome: 'above_maximum', limit: limits.max }
  return { outcome: 'invalid_amount' }
}
