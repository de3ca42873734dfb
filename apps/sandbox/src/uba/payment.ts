import type { CardPayment } from '../card-desk/card-house.ts'
import type { Sum } from '../core/minor-units.ts'

export type Outcome = 'open' | 'approved' | 'declined' | 'cancelled'

/** What the merchant asked for. */
export interface Terms {
  /** The merchant's `referenceNumber`. */
  readonly reference: string
  readonly description: string
  readonly sum: Sum
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string }
}

export interface Payment extends Terms, CardPayment {
  /** Opens the page. */
  readonly id: string
  readonly createdAt: string
  outcome: Outcome
  taken: { readonly sum: Sum; readonly at: string } | undefined
  /** By a person at the bank's merchant desk: there is no call for it. */
  isRefunded: boolean
}
