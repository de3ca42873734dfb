import type { Quote } from '@nyanja/domain/money/exchange'
import { isSameMoney, type Money } from '@nyanja/domain/money/money'
import { PortalError } from '../common/errors.ts'
import type { PlacedOrder } from './orders.ts'

/** What is charged: the order's amount, or what it came to in another currency. */
export function chargeOf({ choice }: PlacedOrder, { quote }: { readonly quote?: Quote }): Money {
  if (quote === undefined) return choice.amount
  // A quote of another order would be a mistake of ours.
  if (isSameMoney(quote.ordered, choice.amount)) return quote.charged
  throw new PortalError('illegal_transition', 'The quote is for another amount')
}

/**
 * Without a wallet that is named, the line that gets it pays. A number that the payer did not type is told to no
 * gateway, which could show it to him.
 */
export function payerOf(
  { msisdn, account, payLink }: PlacedOrder,
  { payerMsisdn }: { readonly payerMsisdn?: string },
): string {
  return payerMsisdn ?? (payLink === undefined && account === undefined ? msisdn : '')
}
