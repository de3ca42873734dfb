import { cardGateways, leadMode, optionCodes, paymentModes } from '../../contract/payment-codes.ts'
import type { Market } from '../market.ts'
import type { Method } from '../payments/attempt.ts'
import type { CheckoutRepeat } from '../payments/checkout-repeat.ts'

export interface OptionAsked {
  readonly paymentMode?: string
  readonly paymentGateway?: string
}

const methodByName: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...Object.entries(optionCodes),
  ...Object.entries(paymentModes),
  ...Object.keys(cardGateways).map((gateway) => [gateway.toUpperCase(), 'card'] as const),
])

const usualMode = 'PAYMENT_GATEWAY' satisfies keyof typeof paymentModes

/** Whether the market offers it or not. */
export const methodNamed = (name: string): Method | undefined => methodByName.get(name.toUpperCase())

/** The way to pay that a channel means and the market offers. The mode says it; without one the gateway or option code does. */
export function optionAsked(
  { paymentMode, paymentGateway }: OptionAsked,
  { paymentOptions }: Pick<Market, 'paymentOptions'>,
): Market['paymentOptions'][number] | undefined {
  const isOfLead = paymentMode === leadMode
  const method = methodNamed((isOfLead ? undefined : paymentMode) ?? paymentGateway ?? (isOfLead ? usualMode : ''))
  const gateway = paymentGateway?.toLowerCase()
  const isAnyGateway = gateway === undefined || !Object.hasOwn(cardGateways, gateway)
  return paymentOptions.find((option) => option.method === method && (isAnyGateway || option.gateway === gateway))
}

/** A gateway that is none, or that of another way to pay. */
export function isForeignGateway(name: string | undefined, method: Method): boolean {
  return name !== undefined && methodNamed(name) !== method
}

/** The same of a payment that was initiated, for comparing it; our own name of a gateway is known too. */
export function optionRepeated({
  paymentMode,
  paymentGateway,
}: OptionAsked): Pick<CheckoutRepeat, 'method' | 'gateway'> {
  const ofGateway = paymentGateway === undefined ? undefined : methodNamed(paymentGateway)
  const isModeOfMethod = paymentMode !== undefined && paymentMode !== leadMode
  const method = isModeOfMethod ? (methodNamed(paymentMode) ?? 'unknown') : ofGateway
  const gateway = paymentGateway?.toLowerCase()
  const isGateway = gateway !== undefined && (Object.hasOwn(cardGateways, gateway) || ofGateway === undefined)
  const isContradiction = ofGateway !== undefined && ofGateway !== method
  return {
    ...(method !== undefined && { method }),
    ...((isGateway || isContradiction) && gateway !== undefined && { gateway }),
  }
}
