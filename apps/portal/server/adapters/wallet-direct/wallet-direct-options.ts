import type { Currency } from '@nyanja/domain/money/money'
import type { ProviderHooks } from '../call-provider.ts'

/** How one market reaches one brand of wallet on its operator's platform. */
export interface WalletDirectOptions extends ProviderHooks {
  /** The gateway's name, for metrics and logs. */
  readonly name: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** ISO code of the market: `MW`. */
  readonly opco: string
  /** Calling code of the market: `265`. */
  readonly countryCode: string
  /** In which the wallets of this market can be charged. */
  readonly currencies: readonly Currency[]
  /** What the platform calls the brand: `NYANJA_MONEY`, `KS`. */
  readonly paymentMode: string
  readonly firstEnquiryAfterMs?: number
  readonly moveTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly now?: () => number
}

export const defaultQueryTimeoutMs = 15_000
