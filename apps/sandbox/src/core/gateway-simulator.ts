import type { Issuer } from '../bank/bank.ts'
import type { MoneyOptions } from '../open-api-money/simulator.ts'
import type { Simulator, World } from './simulator.ts'

/** A simulator knows this about its merchant. */
export interface Merchant {
  /** The issuer confirms card payments. */
  readonly issuer: Issuer
  /** Callbacks go to this address, unless each request contains its own. */
  readonly callbackUrl: string
  /** The money operator has these settings, where they differ from the defaults. */
  readonly money: MoneyOptions
}

/** The rest of the sandbox and the demo need all of this of one payment provider. */
export interface GatewaySimulator {
  /** Faults and the control API use this name. */
  readonly name: string
  /** The portal has these names for the gateways behind it. */
  readonly gateways: readonly [string, ...string[]]
  /** The fault form suggests these operations. */
  readonly operations: readonly string[]
  /** The portal needs these settings for the simulator at this origin. */
  portalSettings(origin: string): Readonly<Record<string, string>>
  create(world: World, merchant: Merchant): Simulator
}
