// @ts-nocheck
import type { ProviderHooks } from '../call-provider.ts'

export interface DpoOptions extends ProviderHooks {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** The whole address of the payment page, often on another host: `https://…/payv2.php`. */
  readonly pageUrl: string
  readonly companyToken: string
  /** Issued per merchant. */
  readonly serviceType: string
  /** ISO code of the market: `MW`. */
  readonly country: string
  /** Calling code of the market: `265`. */
  readonly countryCode: string
  /** In which DPO reads the service date: `Africa/Blantyre`. */
  readonly timeZone: string
  readonly apiPath?: string
  readonly verifyPath?: string
  /** A page never stays open longer than this. */
  readonly paymentTimeLimitMinutes?: number
  readonly firstEnquiryAfterMs?: number
  readonly timeoutMs?: number
  readonly now?: () => number
}
