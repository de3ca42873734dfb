import type { Json } from '../core/json.ts'
import type { Ledger } from './ledger.ts'
import type { RefundOutcome } from './transaction.ts'

/** What the panel may change while the sandbox runs. */
export interface Settings {
  /** In which the merchant's account may be paid. */
  currencies: readonly string[]
  /** What the next refunds come to. */
  refundOutcome: RefundOutcome
}

/** What every operation of the API works with. */
export interface Simulation {
  readonly ledger: Ledger
  readonly secretKey: string
  readonly settings: Settings
  readonly now: () => Date
  /** From a pause in the provider's own time to a moment on the clock. */
  dueAtMs(pauseMs: number): number
  /** Does it at once when the moment has passed. */
  at(dueAtMs: number, action: () => void): void
  /** Tells the merchant by webhook. */
  notify(event: string, data: Json): void
}
