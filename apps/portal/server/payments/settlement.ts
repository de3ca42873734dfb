import { isSameMoney } from '@nyanja/domain/money'
import type { Attempt } from './attempt.ts'
import type { AttemptStore } from './attempt-store.ts'
import { nextCheckAt, reviewAfterMs } from './check-schedule.ts'
import type { CheckStore } from './due-work.ts'
import type { PaymentGateway, Verdict } from './payment-gateway.ts'

export interface SettlementOptions {
  readonly attempts: AttemptStore
  readonly checks: CheckStore
  readonly gateways: Readonly<Record<string, PaymentGateway>>
  readonly now: () => number
  /** Tells the worker that a delivery or a refund is due. */
  readonly wake: () => void
  /** Something happened that an operator must hear of. */
  readonly alert: (event: 'late_capture' | 'mismatch' | 'undecided_for_a_day', attempt: Attempt) => void
}

/** After the provider's limit it gets this long to say so itself. */
const expiryGraceMs = 30_000

/** Asks providers what became of attempts, and acts on what they say. Run by a worker that holds the attempt's lease. */
export class Settlement {
  readonly #options: SettlementOptions

  constructor(options: SettlementOptions) {
    this.#options = options
  }

  async settle(attempt: Attempt): Promise<void> {
    const { attempts, now } = this.#options
    if (attempt.state === 'created') {
      await this.#forget(attempt)
      return
    }
    const verdict = await this.#verdictOn(attempt)
    if (verdict.state === 'captured') return this.#capture(attempt, verdict)
    if (isGivenUp(attempt)) {
      // Asked on a hint, and no late money came of it.
      await this.#options.checks.checkAgain(attempt, undefined)
    } else if (verdict.state === 'refused') {
      await attempts.refuse(attempt, {
        state: verdict.reason === 'expired' ? 'expired' : 'refused',
        reason: verdict.reason,
      })
    } else if (verdict.state === 'pending' && now() > attempt.expiresAt + expiryGraceMs) {
      await attempts.refuse(attempt, { state: 'expired', reason: 'expired' })
    } else {
      await this.#stayUndecided(attempt, verdict)
    }
  }

  /** Initiated and never processed: no provider was ever involved. */
  async #forget(attempt: Attempt): Promise<void> {
    await this.#options.attempts.refuse(attempt, { state: 'expired', reason: 'expired' })
  }

  async #verdictOn(attempt: Attempt): Promise<Verdict> {
    const gateway = this.#options.gateways[attempt.gateway]
    if (gateway === undefined) return { state: 'unknown' }
    return gateway.verdictOn(attempt).catch((): Verdict => ({ state: 'unknown' }))
  }

  async #capture(attempt: Attempt, verdict: Verdict & { readonly state: 'captured' }): Promise<void> {
    const { attempts, checks, alert, wake } = this.#options
    if (!isForThisAttempt(attempt, verdict)) {
      await checks.review(attempt.id, 'mismatch')
      await checks.checkAgain(attempt, undefined)
      return alert('mismatch', attempt)
    }
    const { providerReference } = verdict
    if (await attempts.capture(attempt, providerReference === undefined ? {} : { providerReference })) {
      if (attempt.state !== 'waiting' && attempt.state !== 'handing_over') alert('late_capture', attempt)
      wake()
    }
  }

  async #stayUndecided(attempt: Attempt, verdict: Verdict): Promise<void> {
    const { checks, gateways, now, alert } = this.#options
    if (verdict.state === 'review') await checks.review(attempt.id, verdict.reason)
    if (now() - attempt.createdAt > reviewAfterMs) {
      await checks.review(attempt.id, 'undecided_for_a_day')
      alert('undecided_for_a_day', attempt)
    }
    const firstEnquiryAt = attempt.createdAt + (gateways[attempt.gateway]?.firstEnquiryAfterMs ?? 0)
    await checks.checkAgain(attempt, nextCheckAt(firstEnquiryAt, now()))
  }
}

/** We called it off; only the provider's own late capture can still change it. */
function isGivenUp({ state }: Attempt): boolean {
  return state === 'refused' || state === 'expired' || state.startsWith('captured') || state === 'reversed'
}

/** Reference, currency and amount must be ours before anything is delivered; some providers echo no amount. */
function isForThisAttempt(attempt: Attempt, { reference, amount }: Verdict & { readonly state: 'captured' }): boolean {
  return reference === attempt.id && (amount === undefined || isSameMoney(amount, attempt.amount))
}
