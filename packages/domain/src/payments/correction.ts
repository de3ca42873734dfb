import { day } from '../time.ts'
import type { OrderKind } from './payment-options.ts'
import type { DeliveryState } from './payment-states.ts'

/**
 * The states of a customer's request to move a payment to the number that was meant. With `refunded`, the money of the
 * payment or a part of it goes back instead.
 */
export const correctionStates = ['asked', 'moved', 'refused', 'refunded'] as const
export type CorrectionState = (typeof correctionStates)[number]

export const nextCorrectionStates: Readonly<Record<CorrectionState, readonly CorrectionState[]>> = {
  asked: ['moved', 'refused', 'refunded'],
  moved: [],
  refused: [],
  refunded: [],
}

/** The reason why the payment was not moved, as shown to the customer. */
export const correctionRefusals = ['already_used', 'receiver_refused', 'not_proven'] as const
export type CorrectionRefusal = (typeof correctionRefusals)[number]

/** Corrections may be requested for this long after delivery; by then the goods are used up. */
export const correctionWindowDays = 7
/** Support answers a request within this time. */
export const correctionAnswerDays = 3

interface Delivered {
  readonly kind: OrderKind
  readonly state: DeliveryState
  /** The time in epoch milliseconds. */
  readonly decidedAt?: number
}

/** Billing moves payments for accounts, with the receipt; support moves what was delivered to a line. */
const kinds: readonly OrderKind[] = ['airtime', 'bundle']

export function mayAskCorrection(delivery: Delivered | undefined, now: number): boolean {
  if (delivery?.state !== 'delivered' || delivery.decidedAt === undefined) return false
  return kinds.includes(delivery.kind) && now - delivery.decidedAt < correctionWindowDays * day
}

/** Computes the deadline in epoch milliseconds. */
export function computeAnswerDeadline(askedAt: number): number {
  return askedAt + correctionAnswerDays * day
}
