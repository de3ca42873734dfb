import type { GatewaySimulator } from './core/gateway-simulator.ts'
import { dpo } from './dpo/definition.ts'
import { mpesa } from './mpesa/definition.ts'
import { money } from './open-api-money/definition.ts'
import { paychangu } from './paychangu/definition.ts'
import { paystack } from './paystack/definition.ts'
import { tingg } from './tingg/definition.ts'
import { uba } from './uba/definition.ts'
import { wallet } from './wallet/definition.ts'

/** Every simulated payment provider; the demo's settings, the fault form and the leak scan are derived from here. */
export const gatewaySimulators: readonly GatewaySimulator[] = [
  dpo,
  paychangu,
  tingg,
  uba,
  paystack,
  money,
  mpesa,
  wallet,
]

/** The portal's settings for all of them at this origin. */
export function portalSettings(origin: string): Readonly<Record<string, string>> {
  return Object.assign({}, ...gatewaySimulators.map((simulator) => simulator.portalSettings(origin)))
}
