import { day, hour, minute } from '../time.ts'

/**
 * What a visitor is promised, in milliseconds. The worker keeps to these very figures, and all else that is said about
 * the time of a payment follows from them.
 */
export const promises = {
  deliveryMs: 5 * minute,
  /** What is known not to have arrived by then goes back by itself. */
  refundBeginsMs: 15 * minute,
  refundMs: day,
  /** Of a gateway without a call for refunds. */
  refundByHandMs: 72 * hour,
  /** By then a person decides about what no system could say. */
  decisionMs: day,
} as const

/** How money goes back: by a call of the gateway, or by a person in the gateway's own console. */
export type RefundMode = 'by_call' | 'by_hand'

export interface Deadlines {
  readonly deliveredBy: number
  /** What has not been delivered by then goes back, unless it may have arrived all the same. */
  readonly refundBeginsBy: number
  readonly refundedBy: number
  readonly decidedBy: number
}

interface BegunRefund {
  /** A refund that began earlier or later than promised is back that much earlier or later. */
  readonly begunAt?: number | undefined
  readonly mode?: RefundMode
}

const refundMs = { by_call: promises.refundMs, by_hand: promises.refundByHandMs } as const

/** Epoch milliseconds. */
export function deadlinesOf(capturedAt: number, { begunAt, mode = 'by_call' }: BegunRefund = {}): Deadlines {
  const refundBeginsBy = capturedAt + promises.refundBeginsMs
  return {
    deliveredBy: capturedAt + promises.deliveryMs,
    refundBeginsBy,
    refundedBy: refundedBy(begunAt ?? refundBeginsBy, mode),
    decidedBy: capturedAt + promises.decisionMs,
  }
}

/** Of a refund that begins at this time. */
export function refundedBy(begunAt: number, mode: RefundMode): number {
  return begunAt + refundMs[mode]
}
