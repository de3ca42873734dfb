import type { CodeAsking } from '@nyanja/server/otp/code-text'
import type { Order } from '@nyanja/server/payments/orders'
import type { Consent } from './consent.ts'

export interface Requested {
  readonly order: Order
  /** What a code for a payment will be good for. */
  readonly consent: Consent
  /** As they were sealed when the visitor was told to work or to wait. */
  readonly values: Readonly<Record<string, string>>
  readonly asking: CodeAsking
}
