import type { Money } from '../money/money.ts'
import type { OrderKind } from '../payments/payment-options.ts'

/** States whose events end the debt to the customer that a capture began. The first one does; each one moves money. */
export const dischargingStates = ['delivered', 'refunded', 'reversed'] as const
export type DischargingState = (typeof dischargingStates)[number]

export const moneyStates = [
  'captured',
  'captured_late',
  ...dischargingStates,
  'review',
  'credited',
  'taken_back',
] as const
/**
 * The states that a day's close is about. `review` is a refund that a person must make, `credited` is goodwill, and
 * `taken_back` means goods of a refunded payment.
 */
export type MoneyState = (typeof moneyStates)[number]

/** An event of a payment that changes the figures of a day. */
export interface MoneyEvent {
  readonly to: MoneyState
  /** A refund made by hand leaves the review. */
  readonly isFromReview: boolean
  readonly gateway: string
  readonly kind: OrderKind
  /**
   * The amount in the currency of the charge, or of the price for goodwill. A refund in part has its own amount; goods
   * that came back have what was charged for them.
   */
  readonly amount: Money
  /** The state that had ended the debt to the customer before the event. */
  readonly dischargedBy?: DischargingState
}

export function isMoneyState(state: string): state is MoneyState {
  return moneyStates.some((one) => one === state)
}
