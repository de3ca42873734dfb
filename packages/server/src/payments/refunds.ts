import type { Attempt, Payment, Refund } from './attempt.ts'
import type { Notify } from './due-work.ts'
import { isByHand, type RefundResult, type VerifiableGateway } from './payment-gateway.ts'
import { reviewAfterMs } from './status-checks.ts'

/** Moves the refund component by compare-and-set, like `AttemptStore`. */
export interface RefundStore {
  requesting(refund: Refund): Promise<boolean>
  refunded(refund: Refund): Promise<boolean>
  scheduleRequest(refund: Refund, nextCheckAt: number): Promise<boolean>
  scheduleQuery(refund: Refund, nextCheckAt: number): Promise<void>
  toReview(refund: Refund, reason: string): Promise<boolean>
}

export interface RefundsOptions {
  readonly refunds: RefundStore
  readonly gateways: Readonly<Record<string, VerifiableGateway>>
  readonly now: () => number
  readonly notify: Notify
  readonly alert: (event: 'refund_needs_review' | 'refund_by_hand', attempt: Attempt) => void
}

const retryAfterMs = 30_000
const triesBeforeReview = 5
const byHand = 'refund_by_hand'

/**
 * Refunds payments. A worker that holds the refund's lease runs it. Other modules decide that money goes back, and call
 * `beginRefund` in db/payments/begin-components.ts: `beginComponent` for an order that is paid already;
 * `refundInstead` for goods that were not delivered, or whose refund a restore has lost; `refundWithMessage` for a
 * resolution of staff (review-store.ts), delivered goods (refund-acts.ts) and an excess (credit-store.ts).
 */
export class Refunds {
  readonly #options: RefundsOptions

  constructor(options: RefundsOptions) {
    this.#options = options
  }

  async processRefund({ attempt, refund }: Payment): Promise<void> {
    // The queues claim only refunds that exist, of gateways that are configured.
    if (refund === undefined) return
    const { refunds, gateways } = this.#options
    const gateway = gateways[attempt.gateway]
    if (gateway === undefined) return
    if (isByHand(gateway, refund.part !== undefined)) return this.#leaveToStaff(attempt, refund, byHand)
    if (refund.state === 'requesting') {
      // The answer was lost, or the provider needed time: a query is safe, another request is not.
      return this.#record(attempt, refund, await orUnknown(gateway.verifyRefund(toAsk(attempt, refund))))
    }
    if (refund.state !== 'due' || !(await refunds.requesting(refund))) return
    const requested: Refund = { ...refund, state: 'requesting', tries: refund.tries + 1 }
    return this.#record(attempt, requested, await orUnknown(gateway.refund(toAsk(attempt, refund))))
  }

  async #record(attempt: Attempt, refund: Refund, result: RefundResult): Promise<void> {
    const { refunds, now, notify } = this.#options
    const isStuck = now() >= computeReviewAt(refund) || (result === 'refused' && refund.tries >= triesBeforeReview)
    if (result === 'refunded') {
      if (await refunds.refunded(refund)) notify('send messages')
    } else if (isStuck) {
      await this.#leaveToStaff(attempt, refund, `refund_${result}`)
    } else if (result === 'refused') {
      await refunds.scheduleRequest(refund, computeNextQueryAt(now(), refund))
    } else {
      await refunds.scheduleQuery(refund, computeNextQueryAt(now(), refund))
    }
  }

  async #leaveToStaff(attempt: Attempt, refund: Refund, reason: string): Promise<void> {
    const { refunds, alert } = this.#options
    if (!isOpen(refund) || !(await refunds.toReview(refund, reason))) return
    alert(reason === byHand ? byHand : 'refund_needs_review', attempt)
  }
}

const toAsk = (attempt: Attempt, { part }: Refund) => ({ ...attempt, ...(part && { part }) })

function isOpen({ state }: Refund): boolean {
  return state === 'due' || state === 'requesting'
}

/** Staff handle the refund from this age on, regardless of the provider's answers. */
function computeReviewAt({ createdAt }: Refund): number {
  return createdAt + reviewAfterMs
}

/** An older refund is queried less often, but always before staff are due to handle it. */
function computeNextQueryAt(now: number, refund: Refund): number {
  const pauseMs = Math.max(retryAfterMs * refund.tries, Math.round((now - refund.createdAt) / 4))
  return Math.min(now + pauseMs, computeReviewAt(refund))
}

async function orUnknown(answer: Promise<RefundResult>): Promise<RefundResult> {
  return answer.catch((): RefundResult => 'unknown')
}
