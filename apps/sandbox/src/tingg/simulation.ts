import type { Tokens } from '../core/tokens.ts'
import type { CheckoutRequest, RefundState } from './checkout-request.ts'
import type { Requests } from './requests.ts'

/** What the next refunds come to. `refused` is said at once, the others are taken in. */
export const refundOutcomes = ['processed', 'initiated', 'expired', 'refused'] as const

export type RefundOutcome = RefundState | 'refused'

/** What every route works with. */
export interface Simulation {
  readonly requests: Requests
  readonly tokens: Tokens<true>
  readonly apiKey: string
  readonly clientId: string
  readonly clientSecret: string
  readonly serviceCode: string
  readonly limitMinor: number
  readonly now: () => Date
  /** Where a browser finds a request. */
  pageUrlOf(request: CheckoutRequest): string
  refundOutcome: RefundOutcome
  /** Tells the merchant what became of a request, until he acknowledges it. */
  notify(request: CheckoutRequest): void
}
