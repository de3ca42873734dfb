import { PortalError } from '@nyanja/domain/errors'
import type { Quote } from '@nyanja/domain/money/exchange'
import { isSameMoney, type Money } from '@nyanja/domain/money/money'
import type { PlacedOrder } from './orders.ts'

/** The charged amount: the order's own, or its conversion to another currency. */
export function computeCharge({ choice }: PlacedOrder, { quote }: { readonly quote?: Quote }): Money {
  if (quote === undefined) return choice.amount
  // A quote of another order would be a bug.
  if (isSameMoney(quote.ordered, choice.amount)) return quote.charged
  throw new PortalError('illegal_transition', 'The quote is for another amount')
}

/**
 * Finds the payer: without a given wallet, the receiving line. A number that the payer did not type is not sent to a
 * gateway, which might show it.
 */
export function getPayer(
  { msisdn, account, payLink }: PlacedOrder,
  { payerMsisdn }: { readonly payerMsisdn?: string },
): string {
  return payerMsisdn ?? (payLink === undefined && account === undefined ? msisdn : '')
}
