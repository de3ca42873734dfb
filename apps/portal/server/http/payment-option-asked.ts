import { cardGateways, optionCodes, paymentModes } from '../../contract/payment-codes.ts'
import type { Market } from '../market.ts'

export interface OptionAsked {
  readonly paymentMode?: string
  readonly paymentGateway?: string
}

const methodByName: ReadonlyMap<string, string> = new Map([
  ...Object.entries(optionCodes),
  ...Object.entries(paymentModes),
  ...Object.keys(cardGateways).map((gateway) => [gateway.toUpperCase(), 'card'] as const),
])

const namedBy = (name: string | undefined) => (name === undefined ? undefined : methodByName.get(name.toUpperCase()))

/** The way to pay that a channel means and the market offers. The mode says it; without one the gateway or option code does. */
export function optionAsked(
  { paymentMode, paymentGateway }: OptionAsked,
  { paymentOptions }: Pick<Market, 'paymentOptions'>,
): Market['paymentOptions'][number] | undefined {
  const method = namedBy(paymentMode ?? paymentGateway)
  const gateway = paymentGateway?.toLowerCase()
  const isAnyGateway = gateway === undefined || !Object.hasOwn(cardGateways, gateway)
  return paymentOptions.find((option) => option.method === method && (isAnyGateway || option.gateway === gateway))
}
