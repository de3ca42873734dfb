import type { Method } from '@nyanja/server/payments/attempt'
import type { CheckoutRepeat } from '@nyanja/server/payments/checkout-repeat'
import type { Market } from '@nyanja/server/settings/market'
import { leadMode, optionCodes, paymentModes } from '../../../contract/payment-codes.ts'
import type { Portal } from '../../portal.ts'

type Catalog = Pick<Portal, 'cardGateways'>

export interface OptionAsked {
  readonly paymentMode?: string
  readonly paymentGateway?: string
}

const methodByCode: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...Object.entries(optionCodes),
  ...Object.entries(paymentModes),
])

const usualMode = 'PAYMENT_GATEWAY' satisfies keyof typeof paymentModes

/** Whether the market offers it or not. */
export function findMethod(name: string, { cardGateways }: Catalog): Method | undefined {
  return cardGateways.includes(name.toLowerCase()) ? 'card' : methodByCode.get(name.toUpperCase())
}

/** The way to pay that a channel means and the market offers. The mode says it; without one the gateway or option code does. */
export function optionAsked(
  { paymentMode, paymentGateway }: OptionAsked,
  { paymentOptions, cardGateways }: Pick<Market, 'paymentOptions'> & Catalog,
): Market['paymentOptions'][number] | undefined {
  const isOfLead = paymentMode === leadMode
  const name = (isOfLead ? undefined : paymentMode) ?? paymentGateway ?? (isOfLead ? usualMode : '')
  const method = findMethod(name, { cardGateways })
  const gateway = paymentGateway?.toLowerCase()
  const isAnyGateway = gateway === undefined || !cardGateways.includes(gateway)
  return paymentOptions.find((option) => option.method === method && (isAnyGateway || option.gateway === gateway))
}

/** A gateway that is none, or that of another way to pay. */
export function isForeignGateway(name: string | undefined, method: Method, catalog: Catalog): boolean {
  return name !== undefined && findMethod(name, catalog) !== method
}

/** The same of a payment that was initiated, for comparing it; our own name of a gateway is known too. */
export function optionRepeated(
  { paymentMode, paymentGateway }: OptionAsked,
  { cardGateways }: Catalog,
): Pick<CheckoutRepeat, 'method' | 'gateway'> {
  const ofGateway = paymentGateway === undefined ? undefined : findMethod(paymentGateway, { cardGateways })
  const isModeOfMethod = paymentMode !== undefined && paymentMode !== leadMode
  const method = isModeOfMethod ? (findMethod(paymentMode, { cardGateways }) ?? 'unknown') : ofGateway
  const gateway = paymentGateway?.toLowerCase()
  const isGateway = gateway !== undefined && (cardGateways.includes(gateway) || ofGateway === undefined)
  const isContradiction = ofGateway !== undefined && ofGateway !== method
  return {
    ...(method !== undefined && { method }),
    ...((isGateway || isContradiction) && gateway !== undefined && { gateway }),
  }
}
