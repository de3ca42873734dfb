import { dpo } from '../adapters/dpo/definition.ts'
import type { GatewayDefinition } from '../adapters/gateway-definition.ts'
import { mpesa } from '../adapters/mpesa/definition.ts'
import { openApiMoney } from '../adapters/open-api-money/definition.ts'
import { paychangu } from '../adapters/paychangu/definition.ts'
import { paystack } from '../adapters/paystack/definition.ts'
import { nyanjaMoneyPin, smartcash } from '../adapters/pin-wallet/definition.ts'
import { cellulant } from '../adapters/tingg/definition.ts'
import { airtime } from '../adapters/tmf/airtime-gateway.ts'
import { uba } from '../adapters/uba/definition.ts'

/** Every gateway of this release; everything else that names gateways is derived from here. */
const definitions: readonly GatewayDefinition[] = [
  dpo,
  paystack,
  cellulant,
  uba,
  paychangu,
  openApiMoney,
  nyanjaMoneyPin,
  smartcash,
  mpesa,
  airtime,
]

export const gateways: ReadonlyMap<string, GatewayDefinition> = new Map(
  definitions.map((definition) => [definition.name, definition]),
)

/** The facts that the API needs about gateways that this market may not have. */
export const gatewayCatalog = {
  gatewayNames: definitions.map(({ name }) => name),
  cardGateways: definitions.flatMap(({ name, method }) => (method === 'card' ? [name] : [])),
  returnParameters: definitions.flatMap(({ returnParameters = [] }) => returnParameters),
} as const

export interface GatewayCatalog {
  /** The names of all gateways, because a payment names the one that charges it. */
  readonly gatewayNames: readonly string[]
  /** The card gateways by the names that channels send. */
  readonly cardGateways: readonly string[]
  /** The query parameters in which gateways return our id, in order of trust. */
  readonly returnParameters: readonly string[]
}
