import { Tokens } from '../core/tokens.ts'
import type { ProviderAccount } from './ledger.ts'
import type { OtpService } from './otp-service.ts'
import type { PinKeys } from './pin-keys.ts'
import type { BrandId, Settings, Wallets } from './wallets.ts'

const bearerLifeMs = 300_000
const customerLifeMs = 600_000

/** The customer's token is for this wallet, and for the payment that was initiated with it. */
export interface CustomerGrant {
  readonly brand: BrandId
  readonly msisdn: string
  paymentId?: string
}

export const merchantTokens = (now: () => Date) => new Tokens<true>(now, bearerLifeMs)
export const customerTokens = (now: () => Date) => new Tokens<CustomerGrant>(now, customerLifeMs)

/** The platform's routes get this context. */
export interface Simulation {
  readonly clientId: string
  readonly clientSecret: string
  readonly opco: string
  readonly countryCode: string
  /** Prices have the first currency, and wallets have all of them. */
  readonly currency: string
  readonly currencies: readonly string[]
  readonly limitMinor: number
  /** A code is entered on a page of this host, for phones that fill it in. */
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
