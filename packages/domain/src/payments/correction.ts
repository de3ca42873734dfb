import { day } from '../time.ts'
import type { OrderKind } from './payment-options.ts'
import type { DeliveryState } from './payment-states.ts'

/** A wish to have a payment moved to the number that was meant. */
export const correctionStates = ['asked', 'moved', 'refused'] as const
export type CorrectionState = (typeof correctionStates)[number]

export const nextCorrectionStates: Readonly<Record<CorrectionState, readonly CorrectionState[]>> = {
  asked: ['moved', 'refused'],
  moved: [],
  refused: [],
}

/** Why it was not moved, as far as the customer is told. */
export const correctionRefusals = ['already_used', 'receiver_refused', 'not_proven'] as const
export type CorrectionRefusal = (typeof correctionRefusals)[number]

/** So long after the delivery somebody may ask; what was delivered longer ago is used. */
export const correctionWindowDays = 7
/** So long after the wish support answers. */
export const correctionAnswerDays = 3

interface Delivered {
  readonly kind: OrderKind
  readonly state: DeliveryState
  /** Epoch milliseconds. */
  readonly decidedAt?: number
}

/** Money for an account is moved by billing, with a receipt in hand; what a line got can be moved from here. */
const kinds: readonly OrderKind[] = ['airtime', 'bundle']

export function mayAskCorrection(delivery: Delivered | undefined, now: number): boolean {
  if (delivery?.state !== 'delivered' || delivery.decidedAt === undefined) return false
  return kinds.includes(delivery.kind) && now - delivery.decidedAt < correctionWindowDays * day
}

/** Epoch milliseconds. */
export function correctionAnswerBy(askedAt: number): number {
  return askedAt + correctionAnswerDays * day
}
