import { cardGateways, optionCodes, paymentModes } from '../../contract/payment-codes.ts'
import type { Market } from '../market.ts'
import type { Method } from '../payments/attempt.ts'

export interface OptionAsked {
  readonly paymentMode?: string
  readonly paymentGateway?: string
}

const methodByName: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...Object.entries(optionCodes),
  ...Object.entries(paymentModes),
  ...Object.keys(cardGateways).map((gateway) => [gateway.toUpperCase(), 'card'] as const),
])

/** Whether the market offers it or not. */
export const methodNamed = (name: string): Method | undefined => methodByName.get(name.toUpperCase())

/** The way to pay that a channel means and the market offers. The mode says it; without one the gateway or option code does. */
export function optionAsked(
  { paymentMode, paymentGateway }: OptionAsked,
  { paymentOptions }: Pick<Market, 'paymentOptions'>,
): Market['paymentOptions'][number] | undefined {
  const method = methodNamed(paymentMode ?? paymentGateway ?? '')
  const gateway = paymentGateway?.toLowerCase()
  const isAnyGateway = gateway === undefined || !Object.hasOwn(cardGateways, gateway)
  return paymentOptions.find((option) => option.method === method && (isAnyGateway || option.gateway === gateway))
}
