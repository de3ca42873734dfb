import { type AmountLimits, checkAmount } from '@nyanja/domain/amount-limits'
import { chargeFor } from '@nyanja/domain/bill'
import type { Bundle } from '@nyanja/domain/bundle'
import { canPayBill, canRecharge, type LineType } from '@nyanja/domain/line'
import type { Money } from '@nyanja/domain/money'
import { PortalError } from '../errors.ts'
import type { Attempt } from './attempt.ts'
import { type PayerProblem, type PayerRequest, type PayerSources, readPayer } from './checkout-payer.ts'
import type { Choice, PlacedOrder } from './order.ts'
import type { Orders } from './orders.ts'
import type { PaymentProgress } from './payment-progress.ts'
import type { Payer, Payments, ProcessResult } from './payments.ts'

export interface CheckoutOptions extends PayerSources {
  readonly orders: Pick<Orders, 'open'>
  readonly payments: Pick<Payments, 'initiate' | 'process'>
  readonly progress: Pick<PaymentProgress, 'payment'>
  readonly catalogue: { bundle(productCode: string, lineType: LineType): Promise<Bundle | undefined> }
  /** The account that the bill of a line is paid to. */
  readonly accountOfLine: (msisdn: string) => Promise<string | undefined>
  /** Of recharges. */
  readonly limits: AmountLimits
  readonly bills: { readonly limits: AmountLimits; readonly roundUp: boolean }
}

/** What a channel wants to buy, in the words that it was sent. */
export interface CheckoutRequest extends PayerRequest {
  readonly buys: 'airtime' | 'bundle' | 'bill'
  readonly language: string
  readonly number: string
  readonly productCode?: string
  /** Major units. A bundle has a price of its own; an amount beside it must be the same. */
  readonly amount?: string
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
        | 'unknown_product'
        | 'unknown_account'
        | 'method_unavailable'
        | 'too_many_prompts'
        | 'proof_missing'
    }

export type CheckoutResult = { readonly outcome: 'initiated'; readonly attempt: Attempt } | CheckoutProblem

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
    const choice = await this.#choices[request.buys](request, line)
    if ('outcome' in choice) return choice
    const payer = await readPayer(this.#options, request, line)
    if ('outcome' in payer) return payer

    const { channel, language } = request
    const { msisdn, lineType } = line
    const email = payer.email === undefined ? {} : { email: payer.email }
    const order = await orders.open({ channel, language, msisdn, lineType, choice, redirectPage: '/', ...email })
    return { outcome: 'opened', order: { ...order, choice }, payer }
  }

  /** An id of a transaction may be read by whoever holds it; only the channel that began it may go on with it. */
  async process(id: string, channel: string): Promise<ProcessResult> {
    const { attempt, order } = await this.#options.progress.payment(id)
    if (order.channel !== channel) throw new PortalError('not_found', 'The transaction is of another channel')
    if (attempt.id !== id || attempt.state !== 'created') return { outcome: 'already_processed', attempt }
    return this.#options.payments.process(order, attempt)
  }

  readonly #choices = {
    airtime: async ({ amount = '' }: CheckoutRequest): Promise<Choice | CheckoutProblem> => {
      const reading = this.amountOf(amount)
      return reading.outcome === 'valid' ? { kind: 'airtime', amount: reading.amount } : reading
    },

    bundle: async (
      { productCode = '', amount }: CheckoutRequest,
      { lineType }: { readonly lineType: LineType },
    ): Promise<Choice | CheckoutProblem> => {
      const bundle = await this.#options.catalogue.bundle(productCode, lineType)
      if (bundle === undefined) return { outcome: 'unknown_product' }
      const { price } = bundle
      const said = amount ?? ''
      const isPrice =
        said === '' || checkAmount(said, { min: price, max: price }, { decimals: 'allowed' }).outcome === 'valid'
      return isPrice ? { kind: 'bundle', amount: price, bundle } : { outcome: 'amount_differs' }
    },
    bill: async (
      { amount = '' }: CheckoutRequest,
      { msisdn }: { readonly msisdn: string },
    ): Promise<Choice | CheckoutProblem> => {
      const { bills, accountOfLine } = this.#options
      const reading = readAmount(amount, bills.limits, 'allowed')
      if (reading.outcome !== 'valid') return reading
      const account = await accountOfLine(msisdn)
      if (account === undefined) return { outcome: 'unknown_account' }
      return { kind: 'bill', amount: chargeFor(reading.amount, bills), bill: { account, invoices: [] } }
    },
  } as const

  /** Of a recharge. */
  amountOf(text: string): { readonly outcome: 'valid'; readonly amount: Money } | AmountProblem {
    return readAmount(text, this.#options.limits, 'refused')
  }
}

const mayHave = { airtime: canRecharge, bundle: canRecharge, bill: canPayBill } as const

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
