import type { Currency, Money } from '@nyanja/domain/money/money'
import type { LineType } from '@nyanja/domain/numbers/line'
import type { PayerProblem, PayerRequest } from './checkout-payer.ts'
import type { Choice } from './orders.ts'

/** What a channel wants to buy, in the words that it was sent. */
export interface CheckoutRequest extends PayerRequest {
  readonly buys: Choice['kind']
  /** Then no other line will do. */
  readonly isForBroadband?: boolean
  readonly language: string
  readonly number: string
  /** If any, that of the line. */
  readonly lineType?: LineType
  readonly productCode?: string
  /** Of the line, or of a fixed line with the numbers of its invoices between commas; of a plan the reference of its order. */
  readonly accountId?: string
  readonly invoiceNumber?: string
  /** Major units. A bundle and an invoice have a price of their own; an amount beside it must be the same. */
  readonly amount?: string
  /** Of the amount, and of what is charged. */
  readonly currency: Currency
  /** Airtime where it is sold in units, or how much of a bill is paid; the amount is then what the payer was shown for it. */
  readonly units?: string
  /** The customer agrees that what is above the bill becomes a credit. */
  readonly paysAhead?: boolean
}

export type AmountProblem =
  | { readonly outcome: 'below_minimum' | 'above_maximum' | 'below_dollar'; readonly limit: Money }
  | { readonly outcome: 'invalid_amount' }

export type CheckoutProblem =
  | Exclude<AmountProblem, { readonly outcome: 'invalid_amount' }>
  /** A member that contradicts what is bought. */
  | { readonly outcome: 'bad_field'; readonly field: keyof CheckoutRequest }
  /** The payment method is charged in others alone. */
  | { readonly outcome: 'currency_unavailable'; readonly currencies: readonly Currency[] }
  /** What is left to pay is told to those alone who may see it. */
  | { readonly outcome: 'above_bill'; readonly left: Money }
  | {
      readonly outcome:
        | PayerProblem['outcome']
        | 'invalid_amount'
        | 'invalid_number'
        | 'amount_differs'
        | 'above_bill'
        | 'bill_paid'
        | 'currency_differs'
        | 'conversion_failed'
        | 'unknown_product'
        | 'invalid_account'
        | 'account_differs'
        | 'attempts_exhausted'
        | 'unknown_account'
        | 'unknown_invoice'
        | 'method_unavailable'
        | 'too_many_prompts'
        | 'being_paid'
        | 'proof_missing'
    }
