import { minute, second } from '../time.ts'
import type { AttemptState } from './payment-states.ts'

/** Health is computed from payments that were started within this time. */
export const healthWindowMs = 15 * minute

/** A larger sample does not change the result. */
export const mostRecentTries = 200

export const healths = ['well', 'slow', 'failing'] as const
export type Health = (typeof healths)[number]

/** Refusals caused by the customer, which say nothing about the method. */
export const customersOwnRefusals = [
  'cancelled_by_customer',
  'insufficient_funds',
  'invalid_user',
  'limit_exceeded',
  'wrong_pin',
] as const

/** A try is one payment that was started at the provider of a method. */
export interface RecentTry {
  readonly state: AttemptState
  readonly refusal?: string
  readonly handedOverAt: number
  /** The goods were delivered at this time. */
  readonly creditedAt?: number
  readonly isRefunded: boolean
  /** A completed refund took this long. */
  readonly refundTookMs?: number
}

export interface MethodRecord {
  /** Conclusive payments: neither in progress nor ended by the customer. */
  readonly tries: number
  readonly taken: number
  readonly refunds: number
  readonly medianToCreditMs?: number
  readonly medianToRefundMs?: number
  /** Any attempt, regardless of its outcome. */
  readonly lastTryAt?: number
}

type Result = 'taken' | 'failed' | 'open'

const resultOfState: Readonly<Record<AttemptState, Result>> = {
  created: 'open',
  handing_over: 'open',
  waiting: 'open',
  superseded: 'open',
  captured: 'taken',
  captured_late: 'taken',
  reversed: 'taken',
  refused: 'failed',
  expired: 'failed',
}

/** A provider that has not answered the start within this time counts as silent. */
const silentAfterMs = minute

function reports({ refusal = '' }: RecentTry): boolean {
  return !customersOwnRefusals.some((own) => own === refusal)
}

function resultOf({ state, handedOverAt }: RecentTry, now: number): Result {
  const isSilent = state === 'handing_over' && now - handedOverAt > silentAfterMs
  return isSilent ? 'failed' : resultOfState[state]
}

function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]
}

/** Summarises the recent payments of a method. */
export function computeTrackRecord(recent: readonly RecentTry[], now: number): MethodRecord {
  const results = recent.filter(reports).map((one) => resultOf(one, now))
  const times = recent.flatMap(({ creditedAt, handedOverAt }) =>
    creditedAt === undefined ? [] : [creditedAt - handedOverAt],
  )
  const medianToCreditMs = medianOf(times)
  const medianToRefundMs = medianOf(recent.flatMap(({ refundTookMs }) => refundTookMs ?? []))
  return {
    tries: results.filter((result) => result !== 'open').length,
    taken: results.filter((result) => result === 'taken').length,
    refunds: recent.filter(({ isRefunded }) => isRefunded).length,
    ...(medianToCreditMs === undefined ? {} : { medianToCreditMs }),
    ...(medianToRefundMs === undefined ? {} : { medianToRefundMs }),
    ...(recent.length === 0 ? {} : { lastTryAt: Math.max(...recent.map(({ handedOverAt }) => handedOverAt)) }),
  }
}

/** The share is between 0 and 1, and undefined when nothing was tried. */
export function computeSuccessShare({ tries, taken }: MethodRecord): number | undefined {
  return tries === 0 ? undefined : taken / tries
}

interface Thresholds {
  readonly successShareBelow: number
  readonly medianToCreditAboveMs: number
  /** The threshold as a share of the captured payments. */
  readonly refundShareAbove: number
}

/** The worst threshold that is crossed applies. Some prompts are never answered, so a good share is well below 1. */
const thresholds = {
  failing: { successShareBelow: 0.4, medianToCreditAboveMs: 10 * minute, refundShareAbove: 0.25 },
  slow: { successShareBelow: 0.65, medianToCreditAboveMs: 3 * minute, refundShareAbove: 0.1 },
} as const satisfies Partial<Record<Health, Thresholds>>

/** A smaller sample proves nothing: two customers who ignore a prompt are not an outage. */
const fewestTries = 5

function crosses(record: MethodRecord, limits: Thresholds): boolean {
  const { taken, refunds, medianToCreditMs = 0 } = record
  return (
    (computeSuccessShare(record) ?? 1) < limits.successShareBelow ||
    medianToCreditMs > limits.medianToCreditAboveMs ||
    refunds > taken * limits.refundShareAbove
  )
}

/** Tells whether there are enough payments for their figures to be meaningful. */
export function isSufficient({ tries }: MethodRecord): boolean {
  return tries >= fewestTries
}

export function computeHealth(record: MethodRecord): Health {
  if (!isSufficient(record)) return 'well'
  if (crosses(record, thresholds.failing)) return 'failing'
  return crosses(record, thresholds.slow) ? 'slow' : 'well'
}

export type Symptom = 'waits' | 'some_fail' | 'many_fail'

/** Returns what customers notice when a method is unhealthy. */
export function getSymptom(record: MethodRecord): Symptom | undefined {
  if (computeHealth(record) === 'well') return undefined
  const apartFromTime = { ...record, medianToCreditMs: 0 }
  if (crosses(apartFromTime, thresholds.failing)) return 'many_fail'
  return crosses(apartFromTime, thresholds.slow) ? 'some_fail' : 'waits'
}

const breaker = { fewestTries: 10, successShareBelow: 0.1, probeEveryMs: 30 * second } as const

/**
 * False while almost no payment succeeds, so that visitors choose another method and the provider can recover. One
 * attempt in each half minute is admitted; its success closes the circuit breaker.
 */
export function isAvailable(record: MethodRecord, now: number): boolean {
  const { tries, lastTryAt = 0 } = record
  const isBroken = tries >= breaker.fewestTries && (computeSuccessShare(record) ?? 1) < breaker.successShareBelow
  return !isBroken || now - lastTryAt >= breaker.probeEveryMs
}
