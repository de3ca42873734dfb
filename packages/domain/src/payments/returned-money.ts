import type { Money } from '../money/money.ts'

const isWithin = ({ currency, minor }: Money, most: Money, mostMinor: number): boolean =>
  currency === most.currency && Number.isSafeInteger(minor) && minor > 0 && minor <= mostMinor

/** A refund in part is less than what was paid: all of it is a refund. */
export const isPartOf = (part: Money, paid: Money): boolean => isWithin(part, paid, paid.minor - 1)

/** Goodwill is at most what the payment cost, in the currency of its price. */
export const isGoodwillFor = (credit: Money, price: Money): boolean => isWithin(credit, price, price.minor)
