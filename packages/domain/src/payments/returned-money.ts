import type { Money } from '../money/money.ts'

const isWithin = ({ currency, minor }: Money, most: Money, mostMinor: number): boolean =>
  currency === most.currency && Number.isSafeInteger(minor) && minor > 0 && minor <= mostMinor

/** A refund in part is less than what was paid: all of it is a refund. */
export const isPartOf = (part: Money, paid: Money): boolean => isWithin(part, paid, paid.minor - 1)

/** Goodwill is at most what the payment cost, in the currency of its price. */
export const isGoodwillFor = (credit: Money, price: Money): boolean => isWithin(credit, price, price.minor)

/** The value that goes to a customer beyond the goods of a payment. */
export interface GivenBack {
  /** The amount that was charged. */
  readonly paid: Money
  /** The order's own amount, which may be of another currency. */
  readonly price: Money
  /** The customer keeps what was paid for, so that a refund is a gift too. */
  readonly keepsGoods: boolean
  /** The amount in minor units of the charge. */
  readonly refundMinor: number
  /** The amount in minor units of the price. */
  readonly creditMinor: number
}

/** Refunds of goods that the customer keeps, and goodwill, are together at most the price. */
export function isWithinPrice({ paid, price, keepsGoods, refundMinor, creditMinor }: GivenBack): boolean {
  const refund = keepsGoods ? BigInt(refundMinor) : 0n
  const [whole, ordered] = [BigInt(paid.minor), BigInt(price.minor)]
  return refund * ordered + BigInt(creditMinor) * whole <= whole * ordered
}

/** The amounts refunded of a payment whose goods the customer keeps. */
export interface Refunded {
  readonly paid: Money
  readonly price: Money
  /** The amount in minor units of the charge. */
  readonly refundMinor: number
}

/** Tells whether goods may be taken back for money that goes back: for a part, at most as much as that part bought. */
export function isTakebackFor(taken: Money, { paid, price, refundMinor }: Refunded): boolean {
  if (!isWithin(taken, price, price.minor)) return false
  return BigInt(taken.minor) * BigInt(paid.minor) <= BigInt(refundMinor) * BigInt(price.minor)
}
