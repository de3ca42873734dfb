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
 * The states that a day's close is about. `review`: a refund that a person must make. `credited`: goodwill. `taken_back`:
 * goods of a refunded payment.
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
   * In the currency of the charge; a refund in part has its own amount, goods that came back have what was charged for
   * them, and goodwill is in the currency of the price.
   */
  readonly amount: Money
  /** What had ended the debt to the customer before this event. */
  readonly dischargedBy?: DischargingState
}

export function isMoneyState(state: string): state is MoneyState {
  return moneyStates.some((one) => one === state)
}
