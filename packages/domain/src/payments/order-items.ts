import type { Bundle } from '../bundles/bundle.ts'
import { type Money, money } from '../money/money.ts'

/** The numbers of one order: a family, or a small firm. */
export const mostItems = 10

/** What one number gets by an order for several: a bundle, or airtime for the amount. */
export interface OrderItem {
  /** The national digits of the line. */
  readonly msisdn: string
  readonly amount: Money
  readonly bundle?: Bundle
}

/** An item is open until the BSS has delivered it, or certainly will not. */
export const itemStates = ['open', 'delivered', 'impossible'] as const
export type ItemState = (typeof itemStates)[number]

export interface DeliveryItem {
  readonly msisdn: string
  readonly amount: Money
  readonly productCode?: string
  readonly state: ItemState
  /** The BSS's own reference, once it has confirmed that it has it. */
  readonly bssReference?: string
}

export function sumOf(items: readonly Pick<OrderItem, 'amount'>[]): Money {
  const [first] = items
  if (first === undefined) throw new RangeError('An order for several numbers has at least one item')
  return money(
    first.amount.currency,
    items.reduce((sum, { amount }) => sum + amount.minor, 0),
  )
}

export const toDeliveryItem = ({ msisdn, amount, bundle }: OrderItem): DeliveryItem => ({
  msisdn,
  amount,
  ...(bundle && { productCode: bundle.productCode }),
  state: 'open',
})

/**
 * The state of the whole: it is open while one item is, delivered if at least one is, and impossible if none can be.
 */
export function stateOfItems(items: readonly Pick<DeliveryItem, 'state'>[]): ItemState {
  if (items.some(({ state }) => state === 'open')) return 'open'
  return items.some(({ state }) => state === 'delivered') ? 'delivered' : 'impossible'
}

interface Charged {
  /** The amount that was charged, which may be of another currency than the items. */
  readonly paid: Money
  readonly items: readonly Pick<DeliveryItem, 'amount' | 'state'>[]
}

/**
 * The part of the charge that goes back for items that could not be delivered, in its minor units. In another currency
 * it is rounded up, for the payer, and is less than the charge as long as something was delivered.
 */
export function chargeOfUndelivered({ paid, items }: Charged): number {
  const whole = BigInt(sumOf(items).minor)
  const undelivered = items
    .filter(({ state }) => state === 'impossible')
    .reduce((sum, { amount }) => sum + amount.minor, 0)
  const share = (BigInt(paid.minor) * BigInt(undelivered) + whole - 1n) / whole
  return Math.min(Number(share), undelivered === Number(whole) ? paid.minor : paid.minor - 1)
}
