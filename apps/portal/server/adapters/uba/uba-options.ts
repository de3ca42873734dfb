import type { Currency } from '@nyanja/domain/money/money'
import type { ProviderHooks } from '../call-provider.ts'

export interface UbaOptions extends ProviderHooks {
  /** Without a trailing slash: `https://ucollect.ubagroup.com/cipg-payportal`. */
  readonly baseUrl: string
  /** The whole address of the payment page: `…/paytran`. */
  readonly pageUrl: string
  /** The whole address; some of the bank's installations answer under another path. */
  readonly verifyUrl: string
  readonly merchantId: string
  readonly serviceKey: string
  /** Those that the merchant's account takes. */
  readonly currencies: readonly Currency[]
  /** Calling code of the market: `265`. */
  readonly countryCode: string
  /** In which the bank reads dates: `Africa/Blantyre`. */
  readonly timeZone: string
  /** With the calling code, one of the operator's own: stands in for a payer who gave no number. */
  readonly fallbackMsisdn: string
  /** Stands in for a payer who gave no address for mail. */
  readonly fallbackEmail?: string
  /** Until then no word of the bank but "approved" is final. */
  readonly paymentWindowMs?: number
  readonly firstEnquiryAfterMs?: number
  readonly timeoutMs?: number
  /** Told once of each word that the bank says instead of "approved", since they are not published. */
  readonly log?: (message: string) => void
  readonly now?: () => number
}
