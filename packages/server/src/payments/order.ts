import { maskAccount } from '@nyanja/domain/bills/account-number'
import type { Bill } from '@nyanja/domain/bills/bill'
import type { Bundle } from '@nyanja/domain/bundles/bundle'
import type { Plan } from '@nyanja/domain/leads/plan'
import type { Money } from '@nyanja/domain/money/money'
import type { LineType } from '@nyanja/domain/numbers/line'
import { type MsisdnRules, maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { OrderFlow } from '@nyanja/domain/payments/order'

/** What the visitor chose to buy for the line of an order. */
export type Choice =
  | { readonly kind: 'airtime'; readonly amount: Money }
  | { readonly kind: 'bundle'; readonly amount: Money; readonly bundle: Bundle }
  | { readonly kind: 'bill' | 'invoice'; readonly amount: Money; readonly bill: Bill }
  | { readonly kind: 'plan'; readonly amount: Money; readonly plan: Plan }

/** What a visitor wants to buy and for whom. Its id may pay, so it stands only in the visitor's own address bar. */
export interface Order {
  readonly id: string
  /** The door it came in by: `web`, or the name of a JSON client. */
  readonly channel: string
  readonly language: string
  /** Nine national digits of the line that gets it; for an account, of whoever is told about it. Empty: of nobody. */
  readonly msisdn: string
  /** Of a fixed line, whose invoices are paid. */
  readonly account?: string
  readonly flow?: OrderFlow
  readonly lineType: LineType
  /** Undefined while a draft; never changed once made. */
  readonly choice?: Choice
  /** The page that Return and Back lead to. */
  readonly redirectPage: string
  readonly email?: string
  /** The pay-me link that it came by: its payer may not see for whom it is. */
  readonly payLink?: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

export type PlacedOrder = Order & { readonly choice: Choice }

/** The line or account that receives what is paid for, for texts that a stranger may read. Undefined: none is known. */
export function maskReceiver(
  { msisdn, account, choice }: Order,
  { countryCode }: Pick<MsisdnRules, 'countryCode'>,
): string | undefined {
  const billed = choice?.kind === 'invoice' ? choice.bill.account : account
  if (billed !== undefined) return maskAccount(billed)
  return msisdn === '' ? undefined : maskMsisdn(msisdn, countryCode)
}

export function isPlaced(order: Order): order is PlacedOrder {
  return order.choice !== undefined
}
