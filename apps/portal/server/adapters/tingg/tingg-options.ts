import type { Currency } from '@nyanja/domain/money/money'
import type { ProviderHooks } from '../call-provider.ts'

export interface TinggOptions extends ProviderHooks {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly clientId: string
  readonly clientSecret: string
  /** Issued per merchant and country. */
  readonly serviceCode: string
  /** Three letters: `MWI`. */
  readonly country: string
  /** Calling code of the market: `265`. */
  readonly countryCode: string
  /** With the calling code: Tingg wants a number also of a payer who gave none. One of the operator's own. */
  readonly fallbackMsisdn: string
  /** What the service is set up to collect. */
  readonly currencies: readonly Currency[]
  /** Where Tingg tells us of payments; it goes with every request. */
  readonly callbackUrl: string
  readonly moveTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly firstEnquiryAfterMs?: number
  readonly now?: () => number
}
