// @ts-nocheck
import type { ProviderHooks } from '../call-provider.ts'

export interface PaychanguOptions extends ProviderHooks {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** `SEC-…`; it alone decides between test and live. */
  readonly secretKey: string
  readonly moveTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly firstEnquiryAfterMs?: number
  readonly now?: () => number
}
