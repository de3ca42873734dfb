import { isSameMoney, type Money } from '@nyanja/domain/money/money'
import { serviceLevels } from '@nyanja/domain/payments/payment-deadlines'
import { toCapturedState } from '@nyanja/domain/payments/payment-states'
import { hour, minute, second } from '@nyanja/domain/time'
import { type Attempt, type AttemptStore, capturableStates, capturedStates } from './attempt.ts'
import type { Notify } from './due-work.ts'
import type { VerifiableGateway, VerificationResult } from './payment-gateway.ts'

/** The records of a worker about an attempt that stays undecided. */
export interface CheckStore {
  checkLater(attempt: Attempt, nextCheckAt: number | undefined): Promise<void>
  /** Stores the amount that the provider reports, where that is not what was asked for. */
  noteReceived(attemptId: string, amount: Money): Promise<void>
  /** Lists the payment for staff, once, however often it is reported. */
  review(attemptId: string, reason: string): Promise<void>
}

/**
 * The paces by the age of an attempt since its first check. The payer usually answers a prompt within the second of
 * these ages.
 */
const paces = [
  { until: 2 * minute, pause: 10 * second },
  { until: 10 * minute, pause: 30 * second },
] as const
/** The longest pause while the payer may still pay: a lost callback delays a delivery by no more than that. */
const openPause = 50 * second
const laterChecks = [30 * minute, hour] as const
const hourlyUntil = 72 * hour

/** The shortest pause between two checks of the same attempt, however many pages poll. */
export const shortestPauseMs = 3 * second

/**
 * Computes when to check an undecided attempt again: every 10 s for two minutes from the first check, every 30 s until
 * ten minutes, every 50 s until the provider's time limit (`openUntil`), then at 30 and 60 minutes, then hourly. The
 * result is undefined after 72 hours, when only staff can decide.
 */
export function nextCheckAt(firstEnquiryAt: number, now: number, openUntil = 0): number | undefined {
  const age = now - firstEnquiryAt
  if (age < 0) return firstEnquiryAt
  const pace = paces.find(({ until }) => age < until)
  if (pace !== undefined) return now + pace.pause
  if (now < openUntil) return Math.min(now + openPause, openUntil)
  const later = laterChecks.find((at) => at > age)
  if (later !== undefined) return firstEnquiryAt + later
  return age < hourlyUntil ? now + hour : undefined
}

/** Computes when the first status check of an attempt without a hint may be made. */
export function computeFirstCheckAt(
  { createdAt, handedOverAt = createdAt }: Attempt,
  gateway?: VerifiableGateway,
): number {
  return handedOverAt + (gateway?.firstEnquiryAfterMs ?? 0)
}

/** After the provider's time limit it gets this long to report the end itself. */
const expiryGraceMs = 30 * second

export function getTimeLimit({ expiresAt }: Attempt): number {
  return expiresAt + expiryGraceMs
}

/** The age from which on an undecided payment also appears in the review list. */
export const reviewAfterMs = serviceLevels.decisionMs

/** A wallet may need this long to report whether it accepts a PIN; until then the PIN does not count as lost. */
export const pinAnswerMs = 35 * second

interface StatusChecksOptions {
  readonly attempts: AttemptStore
  /** Stores a capture, and may begin its delivery at once. */
  readonly firstDeliveries: Pick<AttemptStore, 'capture'>
  readonly checks: CheckStore
  readonly gateways: Readonly<Record<string, VerifiableGateway>>
  readonly now: () => number
  /** Notifies the worker that a delivery or a refund is due. */
  readonly notify: Notify
  /** Reports an event that staff must know. */
  readonly alert: (
    event: 'late_capture' | 'mismatch' | 'undecided_for_a_day' | 'reversed_by_provider',
    attempt: Attempt,
  ) => void
}

type CapturedResult = Extract<VerificationResult, { state: 'captured' }>
type ReviewResult = Pick<Extract<VerificationResult, { state: 'review' }>, 'reason' | 'received'>
type OpenResult = Exclude<VerificationResult, CapturedResult>

/** Verifies attempts at their providers and acts on the results. A worker that holds the attempt's lease runs it. */
export class StatusChecks {
  readonly #options: StatusChecksOptions

  constructor(options: StatusChecksOptions) {
    this.#options = options
  }

  async checkPayment(attempt: Attempt): Promise<void> {
    if (attempt.state === 'created') return this.#expireUnstarted(attempt)
    if (capturedStates.includes(attempt.state)) return this.#recheck(attempt)
    if (!capturableStates.includes(attempt.state)) return this.#options.checks.checkLater(attempt, undefined)
    const askedAt = this.#options.now()
    const result = await this.#verify(attempt)
    if (result.state === 'captured') return this.#capture(attempt, result)
    if (result.state === 'review') await this.#review(attempt, result)
    return isClosed(attempt) ? this.#checkClosed(attempt, result) : this.#decide(attempt, result, askedAt)
  }

  /** Shows staff the provider's amount before they decide. */
  async #review({ id }: Attempt, { reason, received }: ReviewResult): Promise<void> {
    const { checks } = this.#options
    if (received !== undefined) await checks.noteReceived(id, received)
    await checks.review(id, reason)
  }

  /** Expires an attempt that was registered and never started: no provider was involved. */
  async #expireUnstarted(attempt: Attempt): Promise<void> {
    const { attempts, checks, now } = this.#options
    if (now() < attempt.expiresAt) return checks.checkLater(attempt, attempt.expiresAt)
    await attempts.refuse(attempt, { state: 'expired', reason: 'expired' })
  }

  async #verify(attempt: Attempt): Promise<VerificationResult> {
    const gateway = this.#options.gateways[attempt.gateway]
    if (gateway === undefined) return { state: 'unknown' }
    return gateway.verify(attempt).catch((): VerificationResult => ({ state: 'unknown' }))
  }

  async #capture(attempt: Attempt, result: CapturedResult): Promise<void> {
    const { firstDeliveries, alert, notify } = this.#options
    if (!isForThisAttempt(attempt, result)) return this.#mismatch(attempt, result)
    const { providerReference } = result
    const captured = await firstDeliveries.capture(
      attempt,
      providerReference === undefined ? {} : { providerReference },
    )
    if (captured.outcome === 'reference_taken') return this.#mismatch(attempt, result)
    if (captured.outcome !== 'captured') return
    if (captured.sending === undefined) notify('deliver')
    if (toCapturedState(attempt.state) !== 'captured_late') return
    alert('late_capture', attempt)
    // The order may have been paid by another attempt in the meantime.
    notify(`refund ${attempt.gateway}`)
  }

  async #mismatch(attempt: Attempt, { attemptId, amount }: CapturedResult): Promise<void> {
    const { checks, alert } = this.#options
    // An answer about another payment does not state what the provider has of this one.
    const received = attemptId === attempt.id ? amount : undefined
    await this.#review(attempt, { reason: 'mismatch', received })
    await checks.checkLater(attempt, undefined)
    alert('mismatch', attempt)
  }

  async #decide(attempt: Attempt, result: OpenResult, askedAt: number): Promise<void> {
    const { attempts, now } = this.#options
    if (result.state === 'refused' && allowsAnotherCard(attempt, result, now())) {
      await this.#stayUndecided(attempt)
    } else if (result.state === 'refused') {
      const state = result.reason === 'expired' ? 'expired' : 'refused'
      const nextCheckAt = now() < getTimeLimit(attempt) ? getTimeLimit(attempt) : undefined
      await attempts.refuse(attempt, { state, reason: result.reason, nextCheckAt })
    } else if (result.state === 'pending' && now() >= getTimeLimit(attempt)) {
      await attempts.refuse(attempt, { state: 'expired', reason: 'expired', nextCheckAt: this.#nextCheckOf(attempt) })
    } else if (result.state === 'pending' && isPinLost(attempt, askedAt)) {
      await attempts.pinReturned(attempt)
      await this.#stayUndecided(attempt)
    } else {
      await this.#stayUndecided(attempt)
    }
  }

  /** A callback arrived for a captured payment: the provider may have reversed it. */
  async #recheck(attempt: Attempt): Promise<void> {
    const { attempts, checks, alert } = this.#options
    const result = await this.#verify(attempt)
    if (result.state === 'refused' && (await attempts.reverse(attempt))) return alert('reversed_by_provider', attempt)
    const isKnown = result.state === 'captured' || result.state === 'refused'
    await checks.checkLater(attempt, isKnown ? undefined : this.#nextCheckOf(attempt))
  }

  /** A hosted page may let the visitor try another card, and only the provider itself knows the end. */
  async #checkClosed(attempt: Attempt, result: OpenResult): Promise<void> {
    const { checks, now } = this.#options
    const isOver = result.state === 'refused' && now() >= getTimeLimit(attempt)
    const next = isOver ? undefined : this.#nextCheckOf(attempt)
    // Staff who know of late money requested this check, and the provider cannot tell.
    if (result.state === 'unknown' && next === undefined) await checks.review(attempt.id, 'unknown_after_the_end')
    await checks.checkLater(attempt, next)
  }

  async #stayUndecided(attempt: Attempt): Promise<void> {
    const { checks, now, alert } = this.#options
    if (now() - attempt.createdAt > reviewAfterMs) {
      await checks.review(attempt.id, 'undecided_for_a_day')
      alert('undecided_for_a_day', attempt)
    }
    await checks.checkLater(attempt, this.#nextCheckOf(attempt))
  }

  /** Computes the next check, never later than the provider's own time limit, as long as that is in the future. */
  #nextCheckOf(attempt: Attempt): number | undefined {
    const { gateways, now } = this.#options
    const limit = getTimeLimit(attempt)
    const next = nextCheckAt(computeFirstCheckAt(attempt, gateways[attempt.gateway]), now(), limit)
    return now() < limit ? Math.min(next ?? limit, limit) : next
  }
}

/** A hosted page that is still open lets the visitor try another card after a declined one. */
function allowsAnotherCard(
  attempt: Attempt,
  { reason }: OpenResult & { readonly state: 'refused' },
  at: number,
): boolean {
  const isAtPage =
    attempt.checkoutType === 'redirect' && attempt.gatewayUrl !== undefined && attempt.returnedAt === undefined
  return reason === 'declined' && isAtPage && at < getTimeLimit(attempt)
}

/** The wallet still waited for the PIN long after it was sent: the PIN may be entered again. */
function isPinLost({ pinSentAt }: Attempt, askedAt: number): boolean {
  return pinSentAt !== undefined && askedAt >= pinSentAt + pinAnswerMs
}

/** The portal cancelled it; only the provider's own late capture can still change it. */
function isClosed({ state }: Attempt): boolean {
  return state === 'refused' || state === 'expired'
}

/** Attempt id, currency and amount must match before delivery; some providers return no amount. */
function isForThisAttempt(attempt: Attempt, { attemptId, amount }: CapturedResult): boolean {
  return attemptId === attempt.id && (amount === undefined || isSameMoney(amount, attempt.amount))
}
