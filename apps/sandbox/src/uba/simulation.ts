import type { Payments } from './payments.ts'

/** What every route works with. */
export interface Simulation {
  readonly payments: Payments
  readonly merchantId: string
  readonly serviceKey: string
  readonly limitMinor: number
  readonly now: () => Date
  /** Where browsers go afterwards, as the merchant has registered it at the bank. */
  readonly returnUrl: () => string
  /** Whether the text that confirms a payment names its amount; that is not published. */
  echoesAmount: boolean
}
