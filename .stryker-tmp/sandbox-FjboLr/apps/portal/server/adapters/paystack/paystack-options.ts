// @ts-nocheck
import type { ProviderHooks } from '../call-provider.ts'

export interface PaystackOptions extends ProviderHooks {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** `sk_test_…` or `sk_live_…`. */
  readonly secretKey: string
  /** In which the merchant's account may be paid. Anything else is refused before Paystack is asked. */
  readonly currencies?: readonly string[]
  /** The ways to pay that the checkout offers. */
  readonly channels?: readonly string[]
  /** Of calls that may move money. */
  readonly moveTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly firstEnquiryAfterMs?: number
  readonly now?: () => number
}
