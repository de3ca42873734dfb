import { minute, second } from '../time.ts'
import type { AttemptState } from './payment-states.ts'

/** Health is judged by what happened to payments that were handed over in this time. */
export const healthWindowMs = 15 * minute

/** More of them tell nothing more. */
export const mostRecentTries = 200

export const healths = ['well', 'slow', 'failing'] as const
export type Health = (typeof healths)[number]

/** Refusals that are the customer's own doing and say nothing about the method. */
export const customersOwnRefusals = [
  'cancelled_by_customer',
  'insufficient_funds',
  'invalid_user',
  'limit_exceeded',
  'wrong_pin',
] as const

/** One payment that was handed over to the provider of a method. */
export interface RecentTry {
  readonly state: AttemptState
  readonly refusal?: string
  readonly handedOverAt: number
  /** When the customer had what he paid for. */
  readonly creditedAt?: number
  readonly isRefunded: boolean
  /** Of a refund that has arrived: how long the money was under way. */
  readonly refundTookMs?: number
}

export interface MethodRecord {
  /** Those that tell something: not those that are under way, or that the customer ended himself. */
  readonly tries: number
  readonly taken: number
  readonly refunds: number
  readonly medianToCreditMs?: number
  readonly medianToRefundMs?: number
  /** Of any try, whatever became of it. */
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

/** A provider that has not even answered the start by then is silent. */
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

/** Sums up what became of a method's payments lately. */
export function recordOf(recent: readonly RecentTry[], now: number): MethodRecord {
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

/** Between 0 and 1; undefined when nothing was tried. */
export function successShareOf({ tries, taken }: MethodRecord): number | undefined {
  return tries === 0 ? undefined : taken / tries
}

interface Thresholds {
  readonly successShareBelow: number
  readonly medianToCreditAboveMs: number
  /** Of what was taken. */
  readonly refundShareAbove: number
}

/** The worst one that is crossed counts. A part of all prompts is never answered, so a good share is well below 1. */
const thresholds = {
  failing: { successShareBelow: 0.4, medianToCreditAboveMs: 10 * minute, refundShareAbove: 0.25 },
  slow: { successShareBelow: 0.65, medianToCreditAboveMs: 3 * minute, refundShareAbove: 0.1 },
} as const satisfies Partial<Record<Health, Thresholds>>

/** Fewer say nothing: two customers who let a prompt pass are not an outage. */
const fewestTries = 5

function crosses(record: MethodRecord, limits: Thresholds): boolean {
  const { taken, refunds, medianToCreditMs = 0 } = record
  return (
    (successShareOf(record) ?? 1) < limits.successShareBelow ||
    medianToCreditMs > limits.medianToCreditAboveMs ||
    refunds > taken * limits.refundShareAbove
  )
}

/** Whether so many payments were tried that their figures say something. */
export function isSufficient({ tries }: MethodRecord): boolean {
  return tries >= fewestTries
}

export function healthOf(record: MethodRecord): Health {
  if (!isSufficient(record)) return 'well'
  if (crosses(record, thresholds.failing)) return 'failing'
  return crosses(record, thresholds.slow) ? 'slow' : 'well'
}

export type Symptom = 'waits' | 'some_fail' | 'many_fail'

/** What customers notice of a method that is not well. */
export function symptomOf(record: MethodRecord): Symptom | undefined {
  if (healthOf(record) === 'well') return undefined
  const apartFromTime = { ...record, medianToCreditMs: 0 }
  if (crosses(apartFromTime, thresholds.failing)) return 'many_fail'
  return crosses(apartFromTime, thresholds.slow) ? 'some_fail' : 'waits'
}

const breaker = { fewestTries: 10, successShareBelow: 0.1, probeEveryMs: 30 * second } as const

/**
 * False while practically nothing succeeds, so that visitors take another way and the provider gets air. Then one in
 * half a minute may try: its success is what closes the breaker again.
 */
export function isAvailable(record: MethodRecord, now: number): boolean {
  const { tries, lastTryAt = 0 } = record
  const isBroken = tries >= breaker.fewestTries && (successShareOf(record) ?? 1) < breaker.successShareBelow
  return !isBroken || now - lastTryAt >= breaker.probeEveryMs
}
