// @ts-nocheck
import { cardGateways, optionCodes, paymentModes } from '../../contract/payment-codes.ts'
import type { Market } from '../market.ts'
import type { Method } from '../payments/attempt.ts'

export interface MethodAsked {
  readonly paymentMode?: string
  readonly paymentGateway?: string
}

const methodByName: ReadonlyMap<string, string> = new Map([
  ...Object.entries(optionCodes),
  ...Object.entries(paymentModes),
  ...cardGateways.map((gateway) => [gateway.toUpperCase(), 'card'] as const),
])

const namedBy = (name: string | undefined) => (name === undefined ? undefined : methodByName.get(name.toUpperCase()))

/** The method that a channel means and the market offers. The mode says it; without one the gateway or option code does. */
export function methodAsked(
  { paymentMode, paymentGateway }: MethodAsked,
  { paymentOptions }: Pick<Market, 'paymentOptions'>,
): Method | undefined {
  const method = namedBy(paymentMode ?? paymentGateway)
  const gateway = paymentGateway?.toLowerCase()
  const isAnyGateway = !cardGateways.some((name) => name === gateway)
  return paymentOptions.find((option) => option.method === method && (isAnyGateway || option.gateway === gateway))
    ?.method
}
