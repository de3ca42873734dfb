import { parseEmail } from '@nyanja/domain/forms/form'
import type { Currency, Money } from '@nyanja/domain/money/money'
import { type LineType, type MsisdnProblem, type MsisdnRules, parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import type { GiftFault } from '@nyanja/domain/payments/gift-message'
import { problemOfPayer } from '@nyanja/domain/payments/payment-options'
import type { Method } from './attempt.ts'
import type { PurchaseKind } from './delivery-provider.ts'
import type { Payer } from './payments.ts'

/** A channel's order, as received. */
export interface CheckoutRequest extends PayerRequest {
  readonly buys: PurchaseKind
  /** If set, no other line is accepted. */
  readonly isForBroadband?: boolean
  readonly language: string
  readonly number: string
  /** The type of the line; if given, it must be right. */
  readonly lineType?: LineType
  readonly productCode?: string
  /**
   * The account of a line, or that of a fixed line with the numbers of its invoices between commas; for a plan the
   * reference of its lead.
   */
  readonly accountId?: string
  readonly invoiceNumber?: string
  /** The amount in major units. Bundles and invoices have prices of their own; an amount next to one must be equal. */
  readonly amount?: string
  /** The currencies of the amount and of the charge. */
  readonly currency: Currency
  /** The units of airtime, or the paid part of a bill; the amount is then what the payer was shown for it. */
  readonly units?: string
  /** The customer agrees that the amount above the bill becomes a credit. */
  readonly acceptsCredit?: boolean
  /** What the giver writes to the receiver. */
  readonly giftMessage?: string
}

export type AmountProblem =
  | { readonly outcome: 'below_minimum' | 'above_maximum' | 'below_dollar'; readonly limit: Money }
  | { readonly outcome: 'invalid_amount' }

export type CheckoutProblem =
  | Exclude<AmountProblem, { readonly outcome: 'invalid_amount' }>
  /** A field that contradicts the product. */
  | { readonly outcome: 'bad_field'; readonly field: keyof CheckoutRequest }
  | { readonly outcome: 'invalid_gift_message'; readonly fault: GiftFault | 'own_number' }
  /** The payment method cannot charge this currency. */
  | { readonly outcome: 'currency_unavailable'; readonly currencies: readonly Currency[] }
  /** The unpaid rest, only for callers who may see it. */
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

/** A line of this operator. */
export interface PaidLine {
  readonly msisdn: string
  readonly lineType: LineType
  readonly isBroadband: boolean
}

type LineReading = ({ readonly outcome: 'line' } & PaidLine) | { readonly outcome: MsisdnProblem | 'unknown_line' }

export interface PayerSources {
  readonly lines: { check(number: string): Promise<LineReading> }
  readonly numbers: MsisdnRules
}

/** The payer, as received. */
interface PayerRequest {
  /** The client's name. */
  readonly channel: string
  readonly buys: PurchaseKind
  readonly method: Method
  /** The gateway, where the method has several. */
  readonly gateway?: string
  /** The wallet to charge, or the line whose airtime pays. */
  readonly payerNumber?: string
  readonly email?: string
  /** Proves that this client's user holds the handset of the paying number. */
  readonly uniqueCode?: string
}

interface PayerProblem {
  readonly outcome: 'invalid_email' | 'email_required' | 'invalid_wallet' | 'no_airtime' | 'same_line'
}

interface PayerRule {
  readonly needsEmail?: true
  /** Set for wallets that may belong to other networks. */
  readonly isOfAnyNetwork?: true
}

const payerRules: Readonly<Record<Method, PayerRule>> = {
  card: { needsEmail: true },
  nyanja_money: {},
  nyanja_money_pin: {},
  smartcash: { isOfAnyNetwork: true },
  airtime: {},
  mpesa: { isOfAnyNetwork: true },
}

/** `line` is the receiving line, which also pays when no other number is given. */
export async function readPayer(
  sources: PayerSources,
  { channel, buys, method, gateway, payerNumber, email = '', uniqueCode }: PayerRequest,
  line: PaidLine,
): Promise<Payer | PayerProblem> {
  const { needsEmail, isOfAnyNetwork } = payerRules[method]
  const address = parseEmail(email)
  if (address.outcome === 'not_an_email') return { outcome: 'invalid_email' }
  if (address.outcome === 'empty' && needsEmail) return { outcome: 'email_required' }

  const wallet = isOfAnyNetwork
    ? walletOf(payerNumber, sources.numbers, line)
    : await lineOf(payerNumber, sources, line)
  if (wallet === undefined) return { outcome: 'invalid_wallet' }
  const problem = 'lineType' in wallet ? problemOfPayer(method, wallet, { buys, msisdn: line.msisdn }) : undefined
  if (problem !== undefined) return { outcome: problem }
  return {
    method,
    payerMsisdn: wallet.msisdn,
    ...(gateway === undefined ? {} : { gateway }),
    ...(address.outcome === 'valid' ? { email: address.email } : {}),
    ...(uniqueCode === undefined ? {} : { proof: { uniqueCode, subject: channel } }),
  }
}

function walletOf(typed: string | undefined, numbers: MsisdnRules, line: PaidLine) {
  if (typed === undefined) return { msisdn: line.msisdn }
  const reading = parseMsisdn(typed, numbers)
  return reading.outcome === 'valid' ? { msisdn: reading.msisdn } : undefined
}

async function lineOf(typed: string | undefined, { lines }: PayerSources, line: PaidLine) {
  if (typed === undefined) return line
  const reading = await lines.check(typed)
  return reading.outcome === 'line' ? reading : undefined
}
