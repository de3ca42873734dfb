import type { Tokens } from '../core/tokens.ts'
import type { Autopilot } from './autopilot.ts'
import type { ProviderAccount, Wallets } from './ledger.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { HashForm } from './transaction-view.ts'

/** Settings that the panel may change while the sandbox runs. */
export interface Settings {
  /** How long a prompt waits for the PIN. */
  promptMs: number
  /** Whether messages that move money must be signed. */
  signing: boolean
  hashForm: HashForm
  refunds: RefundMode
}

export const refundModes = ['done', 'refused'] as const

type RefundMode = (typeof refundModes)[number]

/** The context of the API's routes. */
export interface Simulation {
  readonly clientId: string
  readonly clientSecret: string
  readonly country: string
  readonly currencies: readonly string[]
  readonly limitMinor: number
  readonly merchant: string
  readonly settings: Settings
  readonly tokens: Tokens<true>
  readonly keys: SigningKeys
  readonly account: ProviderAccount
  readonly wallets: Wallets
  readonly autopilot: Autopilot
}
