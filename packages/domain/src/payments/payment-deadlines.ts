import { day, hour, minute } from '../time.ts'

/**
 * The deadlines promised to customers, in milliseconds. The worker uses the same figures, and every displayed time is
 * derived from them.
 */
export const serviceLevels = {
  deliveryMs: 5 * minute,
  /** Goods that are known to be undelivered by then are refunded automatically. */
  refundBeginsMs: 15 * minute,
  refundMs: day,
  /** The limit for a gateway without a refund call. */
  refundByHandMs: 72 * hour,
  /** By then staff decide what no system could determine. */
  decisionMs: day,
} as const

/** Money is refunded in one of these ways: by a call to the gateway, or by staff in the gateway's console. */
export type RefundMode = 'by_call' | 'by_hand'

export interface Deadlines {
  readonly deliveredBy: number
  /** Goods that are undelivered by then are refunded, unless they may have arrived. */
  readonly refundBeginsBy: number
  readonly refundedBy: number
  readonly decidedBy: number
}

interface BegunRefund {
  /** A refund that began earlier or later than promised completes that much earlier or later. */
  readonly begunAt?: number | undefined
  readonly mode?: RefundMode
}

const refundMs = { by_call: serviceLevels.refundMs, by_hand: serviceLevels.refundByHandMs } as const

/** Computes the deadlines in epoch milliseconds. */
export function computeDeadlines(capturedAt: number, { begunAt, mode = 'by_call' }: BegunRefund = {}): Deadlines {
  const refundBeginsBy = capturedAt + serviceLevels.refundBeginsMs
  return {
    deliveredBy: capturedAt + serviceLevels.deliveryMs,
    refundBeginsBy,
    refundedBy: computeRefundDeadline(begunAt ?? refundBeginsBy, mode),
    decidedBy: capturedAt + serviceLevels.decisionMs,
  }
}

/** Computes the deadline of a refund that begins at this time. */
export function computeRefundDeadline(begunAt: number, mode: RefundMode): number {
  return begunAt + refundMs[mode]
}
