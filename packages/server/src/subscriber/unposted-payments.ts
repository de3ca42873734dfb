import type { Money } from '@nyanja/domain/money/money'

export interface UnpostedPayment {
  readonly amount: Money
  /** The invoices that it pays; none of a payment onto the account as a whole. */
  readonly billIds: readonly string[]
}

/** Money that we captured for an account and that billing may not show yet. */
export interface UnpostedPayments {
  /** Those that are not posted, and those posted since then: billing may have been read before. */
  on(account: string, since: number): Promise<readonly UnpostedPayment[]>
}
