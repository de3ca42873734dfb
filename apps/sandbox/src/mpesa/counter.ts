import type { ProviderAccount } from './provider-account.ts'
import type { Sessions } from './sessions.ts'
import type { Settings } from './settings.ts'
import type { Wallets } from './wallets.ts'

/** What the API's routes work with. */
export interface Counter {
  readonly apiKey: string
  readonly serviceProviderCode: string
  readonly limitMinor: number
  readonly merchant: string
  readonly settings: Settings
  readonly sessions: Sessions
  readonly account: ProviderAccount
  readonly wallets: Wallets
}
