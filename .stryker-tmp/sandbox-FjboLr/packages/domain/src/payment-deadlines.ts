// @ts-nocheck
const minute = 60_000
const hour = 60 * minute

/** What a visitor is promised, in milliseconds. All else that is said about the time of a payment follows from these. */
export const promises = {
  deliveryMs: 5 * minute,
  refundBeginsMs: 15 * minute,
  refundMs: 24 * hour,
} as const

export interface Deadlines {
  readonly deliveredBy: number
  /** What has not been delivered by then goes back. */
  readonly refundBeginsBy: number
  readonly refundedBy: number
}

/** Epoch milliseconds. A refund that began earlier or later than promised is back that much earlier or later. */
export function deadlinesOf(capturedAt: number, refundBegunAt?: number): Deadlines {
  const refundBeginsBy = capturedAt + promises.refundBeginsMs
  return {
    deliveredBy: capturedAt + promises.deliveryMs,
    refundBeginsBy,
    refundedBy: (refundBegunAt ?? refundBeginsBy) + promises.refundMs,
  }
}
