import type { Money } from '../money/money.ts'

const isWithin = ({ currency, minor }: Money, most: Money, mostMinor: number): boolean =>
  currency === most.currency && Number.isSafeInteger(minor) && minor > 0 && minor <= mostMinor

/** A refund in part is less than what was paid: all of it is a refund. */
export const isPartOf = (part: Money, paid: Money): boolean => isWithin(part, paid, paid.minor - 1)

/** Goodwill is at most what the payment cost, in the currency of its price. */
export const isGoodwillFor = (credit: Money, price: Money): boolean => isWithin(credit, price, price.minor)

/** What goes to a customer beyond the goods of a payment. */
export interface GivenBack {
  /** What was charged. */
  readonly paid: Money
  /** The order's own amount, which may be of another currency. */
  readonly price: Money
  /** The customer keeps what was paid for, so that a refund is a gift too. */
  readonly keepsGoods: boolean
  /** In minor units of what was charged. */
  readonly refundMinor: number
  /** In minor units of the price. */
  readonly creditMinor: number
}

/** Refunds of goods that the customer keeps, and goodwill, are together at most the price. */
export function isWithinPrice({ paid, price, keepsGoods, refundMinor, creditMinor }: GivenBack): boolean {
  const refund = keepsGoods ? BigInt(refundMinor) : 0n
  const [whole, ordered] = [BigInt(paid.minor), BigInt(price.minor)]
  return refund * ordered + BigInt(creditMinor) * whole <= whole * ordered
}
