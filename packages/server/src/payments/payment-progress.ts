import { PortalError } from '@nyanja/domain/errors'
import type { RefundMode } from '@nyanja/domain/payments/payment-deadlines'
import {
  getOrderSituation,
  type OrderPage,
  type OrderSituation,
  resolvePaymentPage,
} from '@nyanja/domain/payments/payment-pages'
import { isSameSecret } from '../common/seal.ts'
import { type Attempt, capturableStates, type Hint, type Payment, type PaymentReader } from './attempt.ts'
import type { Notify } from './due-work.ts'
import type { HintedChecks } from './hinted-checks.ts'
import { isPlaced, type Order, type OrderStore, type PlacedOrder } from './orders.ts'
import {
  createRefundModes,
  type RefundModeOf,
  type UnknownCallbacks,
  type VerifiableGateway,
} from './payment-gateway.ts'
import { computeFirstCheckAt, shortestPauseMs } from './status-checks.ts'

export interface PaymentProgressOptions {
  readonly orders: OrderStore
  readonly reader: PaymentReader
  readonly unknownCallbacks: UnknownCallbacks
  readonly gateways: Readonly<Record<string, VerifiableGateway>>
  readonly hintedChecks: Pick<HintedChecks, 'note'>
  readonly now: () => number
  /** Notifies the worker of this process that something is due. */
  readonly notify: Notify
}

export type OrderedPayment = Payment & {
  readonly order: PlacedOrder
  /** The way in which the money of the payment would be refunded. */
  readonly refundMode: RefundMode
}

export interface PageOfOrder {
  readonly page: OrderPage
  readonly situation: OrderSituation
  /** The attempt that the page is about, if there is one. */
  readonly attempt?: Attempt
}

/** The data with which a visitor came back from a hosted page. */
export interface Return {
  readonly gateway: string
  readonly token?: string
  readonly gaveUp: boolean
}

export interface Returned {
  readonly id: string
  readonly language: string
  /** The order's id, known only to the visitor whom the portal sent to the gateway. */
  readonly orderId?: string
}

/** The merchant's account is shared with other systems, whose references have another format. */
const looksLikeOurs = /^[0-9A-Z]{26,30}$/

/** Reads the progress of payments and leaves hints for the worker; a read never waits for a provider. */
export class PaymentProgress {
  readonly #options: PaymentProgressOptions
  readonly #refundModeOf: RefundModeOf

  constructor(options: PaymentProgressOptions) {
    this.#options = options
    this.#refundModeOf = createRefundModes(options.gateways)
  }

  /** A superseded attempt shows the outcome of its order, because the visitor may hold the link of either. */
  async payment(id: string): Promise<OrderedPayment> {
    const payment = await this.#find(id)
    const shown = isLeft(payment.attempt) ? await this.#findCurrentPayment(payment) : payment
    const order = await this.#options.orders.order(shown.attempt.orderId)
    if (order === undefined || !isPlaced(order)) throw new PortalError('not_found', `No order of payment ${id}`)
    await this.#checkSoon(shown.attempt)
    return { ...shown, order, refundMode: this.#refundModeOf(shown.attempt.gateway, shown.refund?.part !== undefined) }
  }

  /** Returns the page to show for an order when the visitor requests `page`. */
  async pageOf(order: Order, page: OrderPage): Promise<PageOfOrder> {
    const attempts = (await this.#options.reader.paymentsOf(order.id)).map(({ attempt }) => attempt)
    const isExpired = order.expiresAt <= this.#options.now()
    const situation = getOrderSituation({ isPlaced: isPlaced(order), isExpired, attempts })
    const attempt = attempts.find(({ paysOrder }) => paysOrder) ?? attempts.findLast((one) => !isLeft(one))
    return { page: resolvePaymentPage(situation, page), situation, ...(attempt === undefined ? {} : { attempt }) }
  }

  /**
   * Records that the visitor returned from a hosted page. That proves nothing about the money; a status check is made
   * immediately. A visitor without the token may have found the id, and has no more effect than reading the status.
   */
  async returned(id: string, { gateway, token, gaveUp }: Return): Promise<Returned> {
    const { orders } = this.#options
    const { attempt } = await this.#find(id)
    if (attempt.gateway !== gateway) throw new PortalError('not_found', 'No such payment at this gateway')
    const isOurs = token !== undefined && isSameSecret(token, attempt.returnToken)
    if (!isOurs) await this.#checkSoon(attempt)
    else if (capturableStates.includes(attempt.state)) await this.#noteReturn(attempt, gaveUp)
    const language = (await orders.order(attempt.orderId))?.language ?? ''
    return { id: attempt.id, language, ...(isOurs ? { orderId: attempt.orderId } : {}) }
  }

  /** Handles a provider's callback about an attempt: false when the provider has no such attempt of ours. */
  async hinted(gateway: string, id: string, bodyHash: string): Promise<boolean> {
    const { reader, hintedChecks } = this.#options
    const payment = await reader.payment(id)
    if (payment === undefined || payment.attempt.gateway !== gateway) return false
    await hintedChecks.note({ ...this.#hintAbout(payment.attempt), bodyHash, gateway })
    return true
  }

  /** Records an authenticated callback about a payment that may have been lost with the database. */
  async noteUnknown(gateway: string, attemptId: string): Promise<void> {
    const { reader, unknownCallbacks } = this.#options
    if (!looksLikeOurs.test(attemptId) || (await reader.payment(attemptId)) !== undefined) return
    await unknownCallbacks.noteCallback({ gateway, attemptId })
  }

  /** Tells whether the database lacks this payment, and the journal or its provider has it. */
  async isLost(attemptId: string): Promise<boolean> {
    return looksLikeOurs.test(attemptId) && this.#options.unknownCallbacks.isListed(attemptId)
  }

  async #noteReturn(attempt: Attempt, gaveUp: boolean): Promise<void> {
    const { reader, gateways, notify } = this.#options
    await reader.noteReturn(this.#hintAbout(attempt))
    notify(`settle ${attempt.gateway}`)
    if (!gaveUp) return
    // A cancelled payment is soon reported as such by the provider; the visitor does not wait for it.
    const abandoned = gateways[attempt.gateway]?.abandon(attempt)
    abandoned?.catch(() => undefined)
  }

  #hintAbout({ id, checkedAt = 0 }: Attempt): Hint {
    const at = this.#options.now()
    return { attemptId: id, at, checkAt: Math.max(at, checkedAt + shortestPauseMs) }
  }

  async #find(id: string): Promise<Payment> {
    const payment = await this.#options.reader.payment(id)
    if (payment === undefined) throw new PortalError('not_found', 'No such payment')
    return payment
  }

  async #findCurrentPayment(superseded: Payment): Promise<Payment> {
    const all = await this.#options.reader.paymentsOf(superseded.attempt.orderId)
    const others = all.filter(({ attempt }) => !isLeft(attempt))
    return others.find(({ attempt }) => attempt.paysOrder) ?? others.at(-1) ?? superseded
  }

  /**
   * Makes the next check earlier at most: no earlier than the provider's first one, and not within the shortest pause.
   */
  async #checkSoon(attempt: Attempt): Promise<void> {
    const { id, state, gateway, checkedAt = 0, nextCheckAt } = attempt
    if (state !== 'waiting' || nextCheckAt === undefined) return
    const { reader, gateways, now } = this.#options
    const soonest = Math.max(now(), checkedAt + shortestPauseMs, computeFirstCheckAt(attempt, gateways[gateway]))
    if (soonest < nextCheckAt) await reader.checkSoon(id, soonest)
  }
}

/** Tells whether the attempt was left for another payment method, without a capture of its own since. */
function isLeft({ supersededAt, state }: Attempt): boolean {
  return supersededAt !== undefined && capturableStates.includes(state)
}
