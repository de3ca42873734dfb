import type { Tokens } from '../core/tokens.ts'
import type { OtpService } from './otp-service.ts'
import type { PinKeys } from './pin-keys.ts'
import type { ProviderAccount } from './provider-account.ts'
import type { Settings } from './settings.ts'
import type { CustomerGrant } from './tokens.ts'
import type { Wallets } from './wallets.ts'

/** What the platform's routes work with. */
export interface Counter {
  readonly clientId: string
  readonly clientSecret: string
  readonly opco: string
  readonly countryCode: string
  /** Of prices; and all those in which a wallet can be charged. */
  readonly currency: string
  readonly currencies: readonly string[]
  readonly limitMinor: number
  /** The host of the page on which a code is typed, for phones that fill it in. */
  readonly codeHost: () => string
  readonly now: () => Date
  readonly settings: Settings
  readonly merchants: Tokens<true>
  readonly customers: Tokens<CustomerGrant>
  readonly keys: PinKeys
  readonly otps: OtpService
  readonly account: ProviderAccount
  readonly wallets: Wallets
}
