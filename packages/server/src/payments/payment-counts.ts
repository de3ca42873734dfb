import { toCapturedState } from '@nyanja/domain/payments/payment-states'
import type { Attempt, AttemptStore } from './attempt.ts'

export const paymentOutcomes = ['sent', 'captured', 'captured_late', 'refused', 'expired', 'reversed'] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]

/** Counts what this process has changed; another process that changed it first has counted it. */
export function countPayments(
  attempts: AttemptStore,
  counted: (attempt: Attempt, outcome: PaymentOutcome) => void,
): AttemptStore {
  return {
    ...attempts,
    async handOver(attempt, handingOver) {
      const outcome = await attempts.handOver(attempt, handingOver)
      if (outcome === 'handed_over') counted(attempt, 'sent')
      return outcome
    },
    async capture(attempt, capture) {
      const captured = await attempts.capture(attempt, capture)
      if (captured.outcome === 'captured') counted(attempt, toCapturedState(attempt.state))
      return captured
    },
    async refuse(attempt, ending) {
      const isRefused = await attempts.refuse(attempt, ending)
      // An attempt that was never sent to a provider shows nothing about it.
      if (isRefused && attempt.state !== 'created') counted(attempt, ending.state)
      return isRefused
    },
    async reverse(attempt) {
      const isReversed = await attempts.reverse(attempt)
      if (isReversed) counted(attempt, 'reversed')
      return isReversed
    },
  }
}
