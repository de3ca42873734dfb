import { type OrderPage, type OrderSituation, pageFor, situationOf } from '@nyanja/domain/payment-pages'
import { PortalError } from '../errors.ts'
import type { Attempt, Payment } from './attempt.ts'
import type { PaymentReader } from './attempt-store.ts'
import { shortestPauseMs } from './check-schedule.ts'
import { isPlaced, type Order, type PlacedOrder } from './order.ts'
import type { OrderStore } from './order-store.ts'
import type { PaymentGateway } from './payment-gateway.ts'

export interface PaymentProgressOptions {
  readonly orders: OrderStore
  readonly reader: PaymentReader
  readonly gateways: Readonly<Record<string, PaymentGateway>>
  readonly now: () => number
  /** Tells the worker of this process that something is due. */
  readonly wake: () => void
}

export type OrderedPayment = Payment & { readonly order: PlacedOrder }

export interface PageOfOrder {
  readonly page: OrderPage
  readonly situation: OrderSituation
  /** The attempt that the page is about, if there is one. */
  readonly attempt?: Attempt
}

const undecided: ReadonlySet<string> = new Set(['handing_over', 'waiting', 'superseded'])

/** Where the money is. Reads rows and leaves hints for the worker; never waits for a provider on a read. */
export class PaymentProgress {
  readonly #options: PaymentProgressOptions

  constructor(options: PaymentProgressOptions) {
    this.#options = options
  }

  /** A superseded attempt shows what became of its order, since the visitor holds the link of whichever he began. */
  async payment(id: string): Promise<OrderedPayment> {
    const payment = await this.#find(id)
    const shown = payment.attempt.state === 'superseded' ? await this.#whatBecameOf(payment) : payment
    const order = await this.#options.orders.order(shown.attempt.orderId)
    if (order === undefined || !isPlaced(order)) throw new PortalError('not_found', `No order of payment ${id}`)
    await this.#checkSoon(shown.attempt)
    return { ...shown, order }
  }

  /** The page to show for an order when the visitor asks for `page`. */
  async pageOf(order: Order, page: OrderPage): Promise<PageOfOrder> {
    const attempts = (await this.#options.reader.paymentsOf(order.id)).map(({ attempt }) => attempt)
    const isExpired = order.expiresAt <= this.#options.now()
    const situation = situationOf({ isPlaced: isPlaced(order), isExpired, attempts })
    const attempt =
      attempts.find(({ paysOrder }) => paysOrder) ?? attempts.findLast(({ state }) => state !== 'superseded')
    return { page: pageFor(situation, page), situation, ...(attempt === undefined ? {} : { attempt }) }
  }

  /** The visitor is back from a hosted page. That proves nothing about the money; the provider is asked at once. */
  async returned(
    id: string,
    { gaveUp }: { readonly gaveUp: boolean },
  ): Promise<{ attempt: Attempt; language: string }> {
    const { orders, reader, gateways, now, wake } = this.#options
    const { attempt } = await this.#find(id)
    const language = (await orders.order(attempt.orderId))?.language ?? ''
    if (!undecided.has(attempt.state)) return { attempt, language }
    await reader.markReturned(attempt.id, now())
    // A provider that was told to take no money any more can say "cancelled" at once.
    if (gaveUp) await gateways[attempt.gateway]?.abandon(attempt).catch(() => undefined)
    await reader.checkSoon(attempt.id, now())
    wake()
    return { attempt, language }
  }

  /** A provider's message about an attempt. False when the provider has no such attempt of ours. */
  async hinted(gateway: string, id: string, bodyHash: string): Promise<boolean> {
    const { reader, now, wake } = this.#options
    const payment = await reader.payment(id)
    if (payment === undefined || payment.attempt.gateway !== gateway) return false
    if (await reader.noteCallback({ bodyHash, gateway, reference: id, at: now() })) {
      await reader.checkSoon(id, now())
      wake()
    }
    return true
  }

  async #find(id: string): Promise<Payment> {
    const payment = await this.#options.reader.payment(id)
    if (payment === undefined) throw new PortalError('not_found', 'No such payment')
    return payment
  }

  async #whatBecameOf(superseded: Payment): Promise<Payment> {
    const all = await this.#options.reader.paymentsOf(superseded.attempt.orderId)
    const others = all.filter(({ attempt }) => attempt.state !== 'superseded')
    return others.find(({ attempt }) => attempt.paysOrder) ?? others.at(-1) ?? superseded
  }

  /** At most pulls the next check forward: to the provider's own first enquiry, and not under the shortest pause. */
  async #checkSoon({ id, state, gateway, createdAt, checkedAt = 0, nextCheckAt }: Attempt): Promise<void> {
    if (!undecided.has(state) || nextCheckAt === undefined) return
    const { reader, gateways, now } = this.#options
    const firstEnquiryAt = createdAt + (gateways[gateway]?.firstEnquiryAfterMs ?? 0)
    const soonest = Math.max(now(), checkedAt + shortestPauseMs, firstEnquiryAt)
    if (state === 'waiting' && soonest < nextCheckAt) await reader.checkSoon(id, soonest)
  }
}
