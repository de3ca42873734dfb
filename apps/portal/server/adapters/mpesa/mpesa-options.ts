import type { Currency } from '@nyanja/domain/money/money'
import type { ProviderHooks } from '../call-provider.ts'

export interface MpesaOptions extends ProviderHooks {
  /** Without the market and a trailing slash: `https://openapi.m-pesa.com/openapi/ipg/v2`. */
  readonly baseUrl: string
  /** M-Pesa's word for the market in its addresses: `vodacomDRC`. */
  readonly market: string
  /** M-Pesa's word for the country: `DRC`. */
  readonly country: string
  /** Calling code of the market: `243`. */
  readonly countryCode: string
  readonly currencies: readonly Currency[]
  readonly apiKey: string
  /** Of the platform: base64 of the DER form, without armour. One for its sandbox, another for live. */
  readonly publicKey: string
  readonly serviceProviderCode: string
  /** As registered with the provider. */
  readonly origin?: string
  /** As set in the provider's portal; one that dies earlier is replaced when it is refused. */
  readonly sessionLifeMs?: number
  /** How long a start waits for an answer to its call before it leaves the call to go on alone. */
  readonly answerWithinMs?: number
  /** How long a prompt may stand on the handset. */
  readonly promptLifeMs?: number
  readonly moveTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly firstEnquiryAfterMs?: number
  /** A call that outlasted its start has ended: now is the time to verify the payment. */
  readonly answered?: (id: string) => void
  readonly now?: () => number
}

/** Each collection stays under way until the customer has typed the PIN. */
export const callsAtOnce = 1_000

export const defaultMoveTimeoutMs = 120_000
export const defaultQueryTimeoutMs = 30_000
