import type { Delivery } from './attempt.ts'
import { reviewAfterMs } from './check-schedule.ts'
import type { Deliverer, DeliveryResult, Purchase } from './deliverer.ts'
import type { CheckStore, DeliveryStore } from './due-work.ts'
import type { Wake } from './lane-name.ts'

export interface FulfilmentOptions {
  readonly deliveries: DeliveryStore
  readonly checks: Pick<CheckStore, 'review'>
  readonly deliverer: Deliverer
  /**
   * The BSS may need this long until something that it was sent can be found there: a good deal longer than a call to
   * it may last, and short enough that a customer has the goods within 60 s of a crash (`reliability.md` section 2).
   */
  readonly settlingMs: number
  readonly now: () => number
  readonly wake: Wake
  /** Something happened that an operator must hear of. */
  readonly alert: (
    event: 'undelivered_for_a_day' | 'lost_by_the_bss' | 'lead_ended_after_payment',
    attemptId: string,
  ) => void
}

const longestPauseMs = 10_000
const pauseInReviewMs = 3_600_000
/** A BSS that never finds what it was sent would give the same thing again and again. */
const mostSends = 2

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
    const send = await deliverer.prepare(purchaseOf(delivery)).catch(() => undefined)
    if (send === undefined) return this.#tryLater(delivery)
    if (!(await deliveries.sending(delivery))) return
    const sent: Delivery = {
      ...delivery,
      state: 'sending',
      sends: delivery.sends + 1,
      reads: 0,
      sentAt: this.#options.now(),
    }
    const result = await send().catch(() => undefined)
    return result === undefined ? this.#tryLater(sent) : this.#record(sent, result)
  }

  async #readBack(delivery: Delivery): Promise<void> {
    const { deliveries, deliverer, settlingMs, now } = this.#options
    const found = await deliverer.readBack(purchaseOf(delivery)).catch(() => null)
    if (found === null) return this.#tryLater(delivery)
    if (found !== undefined) return this.#record(delivery, found)
    if (now() - (delivery.sentAt ?? 0) < settlingMs) return this.#tryLater(delivery)
    if (delivery.sends >= mostSends) return this.#leaveToPerson(delivery, 'lost_by_the_bss')
    await deliveries.notSent(delivery, now())
    this.#options.wake('deliver')
  }

  async #record(delivery: Delivery, result: DeliveryResult): Promise<void> {
    const { deliveries, wake, alert } = this.#options
    if (result.outcome === 'impossible') {
      if (await deliveries.impossible(delivery, result.reason)) wake('send messages')
    } else if (result.outcome === 'pending') {
      await this.#tryLater(delivery)
    } else {
      const became = await deliveries.delivered(delivery, result)
      if (became !== 'overtaken') wake('send messages')
      if (became === 'in_vain') alert('lead_ended_after_payment', delivery.attemptId)
    }
  }

  async #tryLater(delivery: Delivery): Promise<void> {
    const { deliveries, now } = this.#options
    if (now() - delivery.createdAt > reviewAfterMs) return this.#leaveToPerson(delivery, 'undelivered_for_a_day')
    const pauseMs = Math.min(1000 * 2 ** delivery.reads, longestPauseMs)
    await deliveries.readAgain(delivery, now() + pauseMs)
  }

  /** The BSS is still asked: it may know after all. */
  async #leaveToPerson(delivery: Delivery, reason: 'undelivered_for_a_day' | 'lost_by_the_bss'): Promise<void> {
    const { deliveries, checks, now, alert } = this.#options
    await checks.review(delivery.attemptId, reason)
    alert(reason, delivery.attemptId)
    await deliveries.readAgain(delivery, now() + pauseInReviewMs)
  }
}

function purchaseOf({ attemptId, kind, msisdn, amount, productCode, bill, leadReference }: Delivery): Purchase {
  return {
    id: attemptId,
    kind,
    msisdn,
    amount,
    ...(productCode !== undefined && { productCode }),
    ...(bill && { bill }),
    ...(leadReference !== undefined && { leadReference }),
  }
}
