import type { Tokens } from '../core/tokens.ts'
import type { Autopilot } from './autopilot.ts'
import type { ProviderAccount, Wallets } from './ledger.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { HashForm } from './transaction-view.ts'

/** The panel may change these settings while the sandbox runs. */
export interface Settings {
  /** A prompt waits this long for the PIN. */
  promptMs: number
  /** Messages that move money must be signed if it is set. */
  signing: boolean
  hashForm: HashForm
  refunds: RefundMode
}

export const refundModes = ['done', 'refused'] as const

type RefundMode = (typeof refundModes)[number]

/** The API's routes get this context. */
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
