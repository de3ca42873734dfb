import type { Issuer } from '../bank/bank.ts'
import type { MoneyOptions } from '../open-api-money/simulator.ts'
import type { Simulator, World } from './simulator.ts'

/** A simulator's knowledge of its merchant. */
export interface Merchant {
  /** The issuer that confirms card payments. */
  readonly issuer: Issuer
  /** The address of callbacks, unless each request contains its own. */
  readonly callbackUrl: string
  /** The money operator's settings, where they differ from the defaults. */
  readonly money: MoneyOptions
}

/** Everything that the rest of the sandbox and the demo need of one payment provider. */
export interface GatewaySimulator {
  /** Faults and the control API use this name. */
  readonly name: string
  /** The portal's names of the gateways behind it. */
  readonly gateways: readonly [string, ...string[]]
  /** Suggestions of the fault form. */
  readonly operations: readonly string[]
  /** The portal's settings for the simulator at this origin. */
  portalSettings(origin: string): Readonly<Record<string, string>>
  create(world: World, merchant: Merchant): Simulator
}
