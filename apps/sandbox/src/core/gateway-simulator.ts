import type { Issuer } from '../bank/bank.ts'
import type { MoneyOptions } from '../money/money.ts'
import type { Simulator, World } from './simulator.ts'

/** What a simulator needs of the merchant that it takes money for. */
export interface Merchant {
  /** Asked to confirm every card payment. */
  readonly issuer: Issuer
  /** Where the provider calls, unless each request names the address. */
  readonly callbackUrl: string
  /** How the money operator behaves, where it differs from its own defaults. */
  readonly money: MoneyOptions
}

/** Everything that the rest of the sandbox and the demo need of one payment provider. */
export interface GatewaySimulator {
  /** As faults and the control API name it. */
  readonly name: string
  /** As the portal names the gateways behind it. */
  readonly gateways: readonly [string, ...string[]]
  /** What the fault form suggests. */
  readonly operations: readonly string[]
  /** With which the portal finds the simulator at this origin. */
  portalSettings(origin: string): Readonly<Record<string, string>>
  create(world: World, merchant: Merchant): Simulator
}
