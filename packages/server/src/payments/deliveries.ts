import type { ItemState } from '@nyanja/domain/payments/order-items'
import { computeDeadlines } from '@nyanja/domain/payments/payment-deadlines'
import { day, hour, minute } from '@nyanja/domain/time'
import type { OutboxMessage } from '../common/outbox-message.ts'
import type { Delivery, SentDelivery } from './attempt.ts'
import type { Delivered, DeliveryProvider } from './delivery-provider.ts'
import type { Notify, Reserve } from './due-work.ts'
import { createGoods, type Goods, type GoodsResult, type SendGoods, type WithItems } from './goods.ts'
import { type OwnLeases, writeLeased } from './leased-work.ts'
import { type CheckStore, reviewAfterMs } from './status-checks.ts'

/**
 * `message` is the receipt, leased to this process until the given time. With `hasMore` another message is due, to the
 * receiver of a gift.
 */
export interface Recorded {
  readonly became: 'delivered' | 'undeliverable' | 'overtaken'
  readonly message?: OutboxMessage
  readonly hasMore?: boolean | undefined
}

interface Abandoning {
  readonly reason: string
  /** The time at which the BSS is asked about it once more, since the call may have been under way. */
  readonly lookAgainAt?: number | undefined
}

/** Moves the delivery component by compare-and-set, like `AttemptStore`. */
export interface DeliveryStore {
  /** Commits the intention to send. Only the caller who gets true may call the BSS. */
  sending(delivery: Delivery): Promise<boolean>
  /** With `undeliverable` its order has ended in the meantime, and the payment is in the review list. */
  delivered(
    delivery: Delivery,
    result: Omit<Delivered, 'outcome'> & WithItems,
    receiptLeaseUntil?: number,
  ): Promise<Recorded>
  /**
   * Begins the refund in the same transaction. Returns the gateway that refunds; undefined when another process was
   * faster.
   */
  abandonAndRefund(delivery: Delivery, abandoning: Abandoning): Promise<string | undefined>
  /**
   * Makes a delivery due that the BSS does not know, so that it may be sent again. Stores `sentAt` and `lookups` as
   * given.
   */
  notSent(delivery: Delivery, nextCheckAt: number): Promise<boolean>
  /** Stores `bssReference` as given. Without a time the delivery is not looked up again. */
  postpone(delivery: Delivery, nextCheckAt: number | undefined): Promise<void>
}

/** A warning that staff read in the log. `call` names the BSS API and the failed call. */
export interface DeliveryTrouble {
  readonly event:
    | 'cannot_prepare_delivery'
    | 'undelivered_in_time'
    | 'undelivered_for_a_day'
    | 'lost_by_the_bss'
    | 'delivered_although_refunded'
  readonly reference: string
  readonly call: string
  readonly error?: unknown
}

export interface DeliveriesOptions {
  readonly deliveries: DeliveryStore
  readonly checks: Pick<CheckStore, 'review'>
  readonly deliveryProvider: DeliveryProvider
  readonly receipts: { readonly leases: OwnLeases; send(receipt: OutboxMessage): Promise<void> }
  readonly reserve: Reserve
  /**
   * How long a new purchase may be missing from the BSS's search, which lags behind its orders: much longer than a call
   * may take, and short enough that a customer has the goods within 60 s of a crash.
   */
  readonly visibilityLagMs: number
  readonly now: () => number
  readonly notify: Notify
  /** Reports an event that staff must know. */
  readonly alert: (
    event: 'undelivered_for_a_day' | 'lost_by_the_bss' | 'delivered_although_refunded' | 'lead_ended_after_payment',
    attemptId: string,
  ) => void
  readonly report: (trouble: DeliveryTrouble) => void
}

const longestPauseMs = 10_000
/**
 * The divisor of the lag after which an absence is believed: a call begins within this part, and the rest is left to
 * the BSS.
 */
const longestDelay = 4
/** The pause before another send of a delivery that an earlier call may have reached. */
const resendPauseMs = minute
const longestResendPauseMs = 120_000
const pauseInReviewMs = hour
/** The longest pause while staff wait for the BSS to report that it has no record of the delivery. */
const longestWantedPauseMs = minute
/** When a delivery that was refunded is looked up again, and until when. */
const firstLateLookMs = 2 * minute
const longestLateLookPauseMs = hour
const lateLooksUntilMs = day
/** The part of the age of a delivery after which it is looked up, when it waits long for an answer. */
const pausePerAge = 1 / 60

/** Delivers what customers paid for, effectively once. A worker that holds the delivery's lease runs it. */
export class Deliveries {
  readonly #options: DeliveriesOptions
  readonly #goods: Goods

  constructor(options: DeliveriesOptions) {
    this.#options = options
    this.#goods = createGoods(options.deliveryProvider)
  }

  async deliver(delivery: Delivery): Promise<void> {
    if (isGivenUp(delivery)) return this.#lookAgain(delivery)
    if (delivery.state === 'sending') return this.#lookUp(delivery)
    if (delivery.state !== 'due') return
    if (this.#maySend(delivery) && delivery.refundWantedAt === undefined) return this.#send(delivery)
    // A delivery without `sentAt` cannot have reached the BSS, so there is nothing to find.
    return delivery.sentAt === undefined ? this.#giveUp(delivery) : this.#lookUp(delivery)
  }

  /** The last call begins early enough that its outcome is known before the promised start of the refund. */
  #maySend(delivery: Delivery): boolean {
    return this.#options.now() < this.#lastSendAt(delivery)
  }

  #lastSendAt({ createdAt }: Delivery): number {
    return computeDeadlines(createdAt).refundBeginsBy - this.#options.visibilityLagMs
  }

  /** The intention is committed first, so that after a crash the delivery is looked up before it is sent again. */
  async #send(delivery: Delivery): Promise<void> {
    const { deliveries, now } = this.#options
    const send = await this.prepare(delivery).catch((error: unknown) => {
      if (delivery.lookups === 0) this.#report('cannot_prepare_delivery', delivery, error)
    })
    if (send === undefined) return deliveries.postpone(delivery, this.#retryAt(delivery))
    const intendedAt = now()
    if (!(await deliveries.sending(delivery))) return
    const sent = { ...delivery, state: 'sending', sends: delivery.sends + 1, lookups: 0, sentAt: intendedAt } as const
    return this.#call(sent, delivery, send)
  }

  /** Prepares the call, and calls nothing that delivers. */
  prepare(delivery: Delivery): Promise<SendGoods> {
    return this.#goods.prepare(delivery)
  }

  /** Makes the first call, whose intention was stored with the capture. */
  async sendPrepared(sent: SentDelivery, send: SendGoods): Promise<void> {
    const { sentAt: _, ...unsent } = sent
    return this.#call(sent, { ...unsent, state: 'due', sends: 0 }, send)
  }

  async #call(sent: SentDelivery, delivery: Delivery, send: SendGoods): Promise<void> {
    const { now, visibilityLagMs } = this.#options
    // A call made later than this might not be visible when its absence is believed.
    const mayBegin = () => now() - sent.sentAt <= visibilityLagMs / longestDelay
    // The commit took too long.
    if (!mayBegin()) return this.#retry(sent, delivery)
    const result = await send(mayBegin).catch(() => undefined)
    if (result === undefined) return this.#lookUpLater(sent)
    return result.outcome === 'not_sent' ? this.#retry(sent, delivery) : this.#record(sent, result)
  }

  /** Nothing was sent: the knowledge about the delivery `before` applies again. */
  async #retry(sent: Delivery, before: Delivery): Promise<void> {
    const { sentAt, ...unsent } = sent
    const known = before.sentAt === undefined ? unsent : { ...unsent, sentAt: before.sentAt }
    await this.#options.deliveries.notSent({ ...known, lookups: before.lookups + 1 }, this.#retryAt(before))
  }

  async #lookUp(delivery: Delivery): Promise<void> {
    const found = await this.#goods.find(delivery).catch(() => null)
    if (found === null || this.#isOfEarlierSend(found, delivery)) return this.#lookUpLater(delivery)
    if (found?.outcome === 'pending') await this.#cancel(delivery, found.bssReference)
    return found === undefined ? this.#recordAbsence(delivery) : this.#record(delivery, found)
  }

  /** Cancels the order once for a decision of staff; a second request would only repeat the question. */
  async #cancel(delivery: Delivery, bssReference: string): Promise<void> {
    if (delivery.refundWantedAt === undefined || delivery.lookups > 0) return
    await this.#goods.cancel(delivery, bssReference).catch(() => undefined)
  }

  /** An earlier order under the same name has failed, and the last one may not be visible yet. */
  #isOfEarlierSend(found: GoodsResult | undefined, { sends, sentAt = 0, items }: Delivery): boolean {
    const { now, visibilityLagMs } = this.#options
    const isFailed =
      found?.outcome === 'impossible' || countItems(found, 'impossible') > countItems({ items }, 'impossible')
    return isFailed && sends > 1 && now() - sentAt < visibilityLagMs
  }

  /** The BSS certainly does not have it. */
  async #recordAbsence(delivery: Delivery): Promise<void> {
    const { deliveries, visibilityLagMs, now, notify } = this.#options
    const { sentAt = 0, createdAt, sends } = delivery
    const isWanted = delivery.refundWantedAt !== undefined
    if (now() - sentAt < visibilityLagMs) return this.#lookUpLater(delivery)
    if (isWanted && (await this.#closeItems(delivery))) return
    if (isWanted && (await this.#refund(delivery, 'by_person_refund', now() + firstLateLookMs))) return
    if (now() - createdAt > reviewAfterMs) return this.#lookUpLater(delivery)
    // The BSS had confirmed it: one of its two answers is wrong, and only staff can determine which.
    if (isConfirmed(delivery)) return this.#leaveToStaff(delivery, 'lost_by_the_bss')
    if (!this.#maySend(delivery)) return this.#giveUp(delivery)
    // This keeps what is known of the items.
    const pauseMs = Math.min(resendPauseMs * (sends - 1), longestResendPauseMs)
    await deliveries.notSent({ ...delivery, lookups: 0 }, this.#beforeLastSend(delivery, now() + pauseMs))
    if (pauseMs === 0) notify('deliver')
  }

  async #record(delivery: Delivery, result: GoodsResult): Promise<void> {
    const { notify, alert } = this.#options
    if (result.outcome === 'parted') {
      const known = { ...delivery, items: result.items }
      await (result.isRestAbsent ? this.#recordAbsence(known) : this.#lookUpLater(known))
    } else if (result.outcome === 'impossible') {
      await this.#refund(delivery, result.reason)
    } else if (result.outcome === 'pending') {
      await this.#lookUpLater({ ...delivery, bssReference: result.bssReference })
    } else {
      const { became, message, hasMore } = await this.#recordDelivered(delivery, result)
      if (became !== 'overtaken' && (message === undefined || hasMore)) notify('send messages')
      if (became === 'undeliverable') alert('lead_ended_after_payment', delivery.attemptId)
    }
  }

  /** The receipt is leased with it and sent at once, if this process has a place for it. */
  #recordDelivered(delivery: Delivery, result: Omit<Delivered, 'outcome'> & WithItems): Promise<Recorded> {
    const { deliveries, reserve, receipts } = this.#options
    return writeLeased(reserve, { queue: 'send messages', leases: receipts.leases }, async (leaseUntil) => {
      const recorded = await deliveries.delivered(delivery, result, leaseUntil)
      const { message } = recorded
      return { result: recorded, ...(message && { work: () => receipts.send(message) }) }
    })
  }

  /** Gives up a delivery of which nothing has arrived: the customer was promised that the refund begins about now. */
  async #giveUp(delivery: Delivery): Promise<void> {
    if (await this.#closeItems(delivery)) return this.#report('undelivered_in_time', delivery)
    const lookAgainAt = delivery.sentAt === undefined ? undefined : this.#options.now() + firstLateLookMs
    if (await this.#refund(delivery, 'undelivered_in_time', lookAgainAt)) this.#report('undelivered_in_time', delivery)
  }

  /**
   * Ends an order of which some numbers have theirs and the BSS has no record of the others: the money for those goes
   * back. False when nothing of it is delivered.
   */
  async #closeItems(delivery: Delivery): Promise<boolean> {
    const given = delivery.items?.find(({ state }) => state === 'delivered')
    if (given?.bssReference === undefined) return false
    const items = delivery.items?.map((item) =>
      item.state === 'open' ? { ...item, state: 'impossible' as const } : item,
    )
    const lookAgainAt = this.#options.now() + firstLateLookMs
    await this.#record(delivery, {
      outcome: 'delivered',
      bssReference: given.bssReference,
      items: items ?? [],
      lookAgainAt,
    })
    return true
  }

  /** Looks up for another day what may have been under way: the customer may have both goods and money. */
  async #lookAgain(delivery: Delivery): Promise<void> {
    const { deliveries, checks, alert, now } = this.#options
    const found = await this.#goods.find(refundedIn(delivery)).catch(() => undefined)
    if (hasMore(found, delivery)) {
      await checks.review(delivery.attemptId, 'delivered_although_refunded')
      alert('delivered_although_refunded', delivery.attemptId)
      this.#report('delivered_although_refunded', delivery)
      return deliveries.postpone(delivery, undefined)
    }
    const age = now() - (delivery.decidedAt ?? now())
    const pauseMs = Math.min(longestLateLookPauseMs, Math.max(firstLateLookMs, age))
    return deliveries.postpone(delivery, age < lateLooksUntilMs ? now() + pauseMs : undefined)
  }

  async #refund(delivery: Delivery, reason: string, lookAgainAt?: number): Promise<boolean> {
    const { deliveries, notify } = this.#options
    const gateway = await deliveries.abandonAndRefund(delivery, { reason, lookAgainAt })
    if (gateway === undefined) return false
    notify('send messages')
    notify(`refund ${gateway}`)
    return true
  }

  async #lookUpLater(delivery: Delivery): Promise<void> {
    const { deliveries, now } = this.#options
    const age = now() - delivery.createdAt
    const pauseMs = Math.max(pauseAfter(delivery.lookups), Math.round(age * pausePerAge))
    if (this.#isWantedNow(delivery))
      return deliveries.postpone(delivery, now() + Math.min(pauseMs, longestWantedPauseMs))
    if (age > reviewAfterMs) return this.#leaveToStaff(delivery, 'undelivered_for_a_day')
    await deliveries.postpone(delivery, Math.min(now() + pauseMs, delivery.createdAt + reviewAfterMs + 1))
  }

  /** Tells whether staff decided a short while ago, and wait for the answer of the BSS. */
  #isWantedNow({ refundWantedAt }: Delivery): boolean {
    return refundWantedAt !== undefined && this.#options.now() - refundWantedAt < hour
  }

  #retryAt(delivery: Delivery): number {
    return this.#beforeLastSend(delivery, this.#options.now() + pauseAfter(delivery.lookups))
  }

  /** Ends a pause no later than the time at which the delivery is given up. */
  #beforeLastSend(delivery: Delivery, at: number): number {
    return Math.min(at, Math.max(this.#options.now(), this.#lastSendAt(delivery)))
  }

  /** The BSS is still queried: it may have it after all. */
  async #leaveToStaff(delivery: Delivery, reason: 'undelivered_for_a_day' | 'lost_by_the_bss'): Promise<void> {
    const { deliveries, checks, now, alert } = this.#options
    await checks.review(delivery.attemptId, reason)
    alert(reason, delivery.attemptId)
    this.#report(reason, delivery)
    await deliveries.postpone(delivery, now() + pauseInReviewMs)
  }

  #report(event: DeliveryTrouble['event'], delivery: Delivery, error?: unknown): void {
    const call = this.#goods.callOf(delivery)
    this.#options.report({ event, reference: delivery.reference, call, ...(error !== undefined && { error }) })
  }
}

function pauseAfter(lookups: number): number {
  return Math.min(1000 * 2 ** lookups, longestPauseMs)
}

const countItems = (known: { readonly items?: Delivery['items'] | undefined } | undefined, of: ItemState): number =>
  known?.items?.filter(({ state }) => state === of).length ?? 0

/** Tells whether the BSS has confirmed it, or an item whose end is unknown. */
function isConfirmed({ bssReference, items = [] }: Delivery): boolean {
  return bssReference !== undefined || items.some((item) => item.state === 'open' && item.bssReference !== undefined)
}

/** Tells whether money went back for it, or for a part of it. */
function isGivenUp({ state, items }: Delivery): boolean {
  return state === 'impossible' || (state === 'delivered' && countItems({ items }, 'impossible') > 0)
}

/** The items whose money went back, as they were before: the BSS may have them after all. */
function refundedIn(delivery: Delivery): Delivery {
  const { items, state } = delivery
  if (items === undefined || state === 'due') return delivery
  return { ...delivery, items: items.map((item) => (item.state === 'impossible' ? { ...item, state: 'open' } : item)) }
}

/** Tells whether the BSS has more than the portal knows of. */
function hasMore(found: GoodsResult | undefined, { items }: Delivery): boolean {
  if (items === undefined) return found?.outcome === 'delivered'
  return countItems(found, 'delivered') > countItems({ items }, 'delivered')
}
