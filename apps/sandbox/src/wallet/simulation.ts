import { Tokens } from '../core/tokens.ts'
import type { ProviderAccount } from './ledger.ts'
import type { OtpService } from './otp-service.ts'
import type { PinKeys } from './pin-keys.ts'
import type { BrandId, Settings, Wallets } from './wallets.ts'

const bearerLifeMs = 300_000
const customerLifeMs = 600_000

/** The wallet of a customer's token, and the payment that was initiated with it. */
export interface CustomerGrant {
  readonly brand: BrandId
  readonly msisdn: string
  paymentId?: string
}

export const merchantTokens = (now: () => Date) => new Tokens<true>(now, bearerLifeMs)
export const customerTokens = (now: () => Date) => new Tokens<CustomerGrant>(now, customerLifeMs)

/** The context of the platform's routes. */
export interface Simulation {
  readonly clientId: string
  readonly clientSecret: string
  readonly opco: string
  readonly countryCode: string
  /** The currency of prices, and all currencies of wallets. */
  readonly currency: string
  readonly currencies: readonly string[]
  readonly limitMinor: number
  /** The host of the page on which a code is entered, for phones that fill it in. */
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
