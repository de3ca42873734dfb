import { PortalError } from '@nyanja/domain/errors'
import { consentSubject } from '@nyanja/domain/money/exchange'
import type { Attempt, Method } from '../attempt.ts'
import { type Checkout, endedProblem } from '../checkout.ts'
import type { CheckoutRepeat } from '../checkout-repeat.ts'
import type { CheckoutProblem, CheckoutRequest } from '../checkout-request.ts'
import type { OrderedPayment, PaymentProgress } from '../payment-progress.ts'
import type { PinBegin, PinOutcome, PinPayments } from './pin-payments.ts'

/** The subject of a token that belongs to no order yet. */
export interface TokenHolder {
  readonly client: string
  readonly method: Method
  /** The national digits of the wallet. */
  readonly msisdn: string
}

export interface PinCheckoutOptions {
  readonly checkout: Pick<Checkout, 'open' | 'problemOf'>
  readonly pins: Pick<PinPayments, 'begin' | 'submit' | 'entryOf'>
  readonly progress: Pick<PaymentProgress, 'payment'>
  /** Binds a token to this payment: true only once. */
  readonly tieToken: (token: string, holder: TokenHolder, subject: string) => Promise<boolean>
}

/** A payment in progress, and the client that continues it. */
export interface PinSession {
  readonly client: string
  readonly token: string
  readonly transactionId: string
}

export interface SentPin extends PinSession {
  /** The key; by default the last one that was issued. */
  readonly keyId?: string
  readonly sealed: string
}

/** PIN payments for channels that keep no orders of their own. A token pays for the one order that it began. */
export class PinCheckout {
  readonly #options: PinCheckoutOptions

  constructor(options: PinCheckoutOptions) {
    this.#options = options
  }

  async initiate(request: CheckoutRequest, token: string): Promise<PinBegin | CheckoutProblem> {
    const { checkout, pins, tieToken } = this.#options
    const opened = await checkout.open(request)
    if (opened.outcome !== 'opened') return opened
    const { order, payer } = opened
    const { method, payerMsisdn: msisdn = order.msisdn, email, quote } = payer
    const holder = { client: request.channel, method, msisdn }
    const isTied = await tieToken(token, holder, consentSubject(order.id, quote))
    if (!isTied) return { outcome: 'consent_needed' }
    return pins.begin(order, { uniqueCode: token }, { ...(email && { email }), ...(quote && { quote }) })
  }

  /** Starts the same payment again, with a key for another PIN. */
  async retry(session: PinSession, shown: CheckoutRepeat): Promise<PinBegin | CheckoutProblem> {
    const payment = await this.#payment(session)
    const problem = await this.#options.checkout.problemOf(shown, payment)
    if (problem !== undefined) return problem
    const { order, attempt } = payment
    const { email, quote } = attempt
    return this.#options.pins.begin(order, proofOf(session), { ...(email && { email }), ...(quote && { quote }) })
  }

  async process(pin: SentPin, shown: CheckoutRepeat = {}): Promise<PinOutcome | CheckoutProblem> {
    const { pins, checkout } = this.#options
    const payment = await this.#payment(pin)
    const problem = await checkout.problemOf(shown, payment)
    if (problem !== undefined) return problem
    const { attempt, order } = payment
    const proof = proofOf(pin)
    const { sealed, keyId = await this.#lastKeyOf(attempt, pin) } = pin
    const result = await pins.submit(order, attempt, proof, { sealed, keyId })
    return result.outcome === 'order_ended' ? endedProblem(order) : result
  }

  async #lastKeyOf(attempt: Attempt, session: PinSession): Promise<string> {
    const reading = await this.#options.pins.entryOf(attempt, proofOf(session))
    return reading.outcome === 'entry' ? reading.entry.keyId : ''
  }

  async #payment({ transactionId, client }: PinSession): Promise<OrderedPayment> {
    const payment = await this.#options.progress.payment(transactionId)
    if (payment.order.channel === client && payment.attempt.id === transactionId) return payment
    throw new PortalError('not_found', 'The transaction is of another channel')
  }
}

function proofOf({ token }: PinSession) {
  return { uniqueCode: token }
}
