import type { Delivery } from './attempt.ts'
import { reviewAfterMs } from './check-schedule.ts'
import type { Deliverer, DeliveryResult, Purchase } from './deliverer.ts'
import type { CheckStore, DeliveryStore } from './due-work.ts'

export interface FulfilmentOptions {
  readonly deliveries: DeliveryStore
  readonly checks: Pick<CheckStore, 'review'>
  readonly deliverer: Deliverer
  readonly now: () => number
  readonly wake: () => void
  /** Something happened that an operator must hear of. */
  readonly alert: (event: 'undelivered_for_a_day', attemptId: string) => void
}

/** The BSS may need this long until something that it was sent can be found there. */
const settlingMs = 60_000
const longestPauseMs = 10_000

/** Gives customers what they paid for, once in effect. Run by a worker that holds the delivery's lease. */
export class Fulfilment {
  readonly #options: FulfilmentOptions

  constructor(options: FulfilmentOptions) {
    this.#options = options
  }

  async deliver(delivery: Delivery): Promise<void> {
    if (delivery.state === 'due') return this.#send(delivery)
    if (delivery.state === 'sending') return this.#readBack(delivery)
  }

  /** The intention is committed first, so that whoever finds it after a crash reads back before sending again. */
  async #send(delivery: Delivery): Promise<void> {
    const { deliveries, deliverer } = this.#options
    if (!(await deliveries.sending(delivery))) return
    const sent: Delivery = {
      ...delivery,
      state: 'sending',
      sends: delivery.sends + 1,
      reads: 0,
      sentAt: this.#options.now(),
    }
    const result = await deliverer.send(purchaseOf(delivery)).catch(() => undefined)
    return result === undefined ? this.#readLater(sent) : this.#record(sent, result)
  }

  async #readBack(delivery: Delivery): Promise<void> {
    const { deliveries, deliverer, now } = this.#options
    const found = await deliverer.readBack(purchaseOf(delivery)).catch(() => null)
    if (found === null) return this.#readLater(delivery)
    if (found !== undefined) return this.#record(delivery, found)
    if (now() - (delivery.sentAt ?? 0) < settlingMs) return this.#readLater(delivery)
    await deliveries.notSent(delivery, now())
    this.#options.wake()
  }

  async #record(delivery: Delivery, result: DeliveryResult): Promise<void> {
    const { deliveries, wake } = this.#options
    if (result.outcome === 'impossible') {
      if (await deliveries.impossible(delivery, result.reason)) wake()
    } else if (result.outcome === 'pending') {
      await this.#readLater(delivery)
    } else if (await deliveries.delivered(delivery, result.bssReference)) wake()
  }

  async #readLater(delivery: Delivery): Promise<void> {
    const { checks, now, alert } = this.#options
    if (now() - delivery.createdAt > reviewAfterMs) {
      await checks.review(delivery.attemptId, 'undelivered_for_a_day')
      alert('undelivered_for_a_day', delivery.attemptId)
    }
    const pauseMs = Math.min(1000 * 2 ** delivery.reads, longestPauseMs)
    await this.#options.deliveries.readAgain(delivery, this.#options.now() + pauseMs)
  }
}

function purchaseOf({ attemptId, kind, msisdn, amount, productCode }: Delivery): Purchase {
  return { id: attemptId, kind, msisdn, amount, ...(productCode === undefined ? {} : { productCode }) }
}
