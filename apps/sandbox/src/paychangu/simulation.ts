import type { Checkout, RefundState } from './checkout.ts'
import type { Checkouts } from './checkouts.ts'

/** What the next refunds come to. `failed` and `forbidden` are refused at once, the others are taken in. */
export const refundOutcomes = ['done', 'failed', 'forbidden', 'pending', 'declined'] as const

export type RefundOutcome = RefundState | 'failed' | 'forbidden'

/** What every route works with. */
export interface Simulation {
  readonly checkouts: Checkouts
  readonly secretKey: string
  readonly limitMinor: number
  readonly now: () => Date
  /** Where a browser finds a checkout. */
  pageUrlOf(checkout: Checkout): string
  refundOutcome: RefundOutcome
  /** Tells the merchant what became of a checkout. */
  notify(checkout: Checkout): void
}
