import type { Ledger } from './ledger.ts'
import type { RefundState } from './transaction.ts'

/** What the next refunds come to. `failed` is refused at once, the others are accepted. */
export const refundOutcomes = ['done', 'failed', 'pending', 'declined'] as const

export type RefundOutcome = RefundState | 'failed'

/** What every operation of the API works with. */
export interface Simulation {
  readonly ledger: Ledger
  readonly companyToken: string
  readonly serviceType: string
  readonly limitMinor: number
  /** Of the merchant's profile. */
  readonly currencies: readonly string[]
  readonly now: () => Date
  refundOutcome: RefundOutcome
  /** Tells the merchant that something became final. */
  push(token: string): void
}
