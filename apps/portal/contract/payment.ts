import { z } from 'zod'
import {
  codeText,
  Flag,
  Ignored,
  InvoiceNumbers,
  MobileNumber,
  type Operation,
  OptionalText,
  portalService,
  success,
  TransactionId,
} from './fields.ts'
import { cardGatewayNames, optionCodes, sentGateways, sentModes } from './otp.ts'
import { TransactionStatus, transactionTypes } from './transaction.ts'

/** The reasons that an account or its invoices cannot be paid. */
export const accountFailures = ['unknown_account', 'account_differs', 'attempts_exhausted', 'unknown_invoice'] as const

/** The rounding is of a bill, where the market rounds up. */
export const roundedNote = 'The bill amount was converted to the next higher value'

export const initiatePayment = {
  method: 'POST',
  path: `${portalService}/transaction/v1/initiate`,
  summary: 'Registers an order and a try to pay it; no payment provider is asked yet',
  input: z.object({
    data: z.object({
      amount: OptionalText,
      countryCode: OptionalText,
      emailId: OptionalText,
      mobileNumber: MobileNumber,
      currencyCode: OptionalText,
      productCode: OptionalText,
      paymentGateway: codeText(sentGateways).describe(
        'A card gateway, or the type of an option; none but that of the mode',
      ),
      transactionType: codeText(Object.keys(transactionTypes)),
      unit: OptionalText.describe(
        'In a market with two currencies: the airtime that is bought, or how much of a bill is paid; the amount is its price',
      ),
      loggedInNumber: Ignored,
      accountId: OptionalText.describe('The account of the line or of the invoices; an order for internet at home'),
      invoiceNumber: InvoiceNumbers.describe('Of several invoices, with commas between them'),
      accountType: OptionalText.describe('Where it is a line type, that of the line'),
      paymentMode: codeText(sentModes),
      paymentMobile: OptionalText,
      uniqueCode: OptionalText.describe('Ignored where the way to pay asks for no code'),
      txnId: OptionalText.describe('With auth/initiate alone: the same payment again'),
      giftMessage: OptionalText.describe(
        'With airtime or a bundle that another number or a card pays: words of the giver, at most 70 characters of the GSM alphabet, without links, addresses and phone numbers. They go by SMS to the number that gets it, once it is delivered; a number gets at most 3 in a day, and further gifts come without theirs',
      ),
      payAhead: Flag.describe('The customer agrees that what is above the bill becomes a credit'),
    }),
  }),
  answer: success(
    z.object({
      transactionId: z.string().min(1),
      /** What is charged. A bill may have been rounded up; then the message says so. */
      amount: z.number(),
      currencyCode: z.string(),
    }),
  ),
  failures: [
    'bad_key',
    'invalid_number',
    'invalid_email',
    'email_required',
    'invalid_wallet',
    'invalid_amount',
    'below_minimum',
    'above_maximum',
    'below_dollar',
    'amount_differs',
    'above_bill',
    'bill_paid',
    'currency_differs',
    'currency_unavailable',
    'conversion_failed',
    'unknown_product',
    'invalid_gift_message',
    'invalid_account',
    'unknown_account',
    'account_differs',
    'attempts_exhausted',
    'unknown_invoice',
    'method_unavailable',
    'proof_missing',
    'no_airtime',
    'same_line',
    'type_unavailable',
    'key_conflict',
    'too_many_requests',
    'provider_broke_contract',
    'provider_unreachable',
  ],
  isForClients: true,
  takesKey: true,
} satisfies Operation

export const processPayment = {
  method: 'POST',
  path: `${portalService}/transaction/v1/process`,
  summary:
    'Hands the payer over to the payment provider; a repeated call answers ALREADY_PROCESSED, with the page while it is open',
  input: z.object({
    data: z.object({
      transactionId: TransactionId,
      isSubscriberRequest: Flag.describe('Accepted and ignored'),
      paymentGateway: codeText(sentGateways).describe('If any, as initiated; the others in the same way'),
      paymentMode: codeText(sentModes),
      // The spelling is the specification's.
      proccessFlag: Ignored,
      accountId: OptionalText,
      accountType: OptionalText,
      paymentMobile: OptionalText,
    }),
  }),
  answer: success(
    z.object({
      transactionId: z.string().min(1),
      transactionStatus: TransactionStatus,
      /** The gateway's own page, for card payments. */
      redirectUrl: z.url().optional(),
    }),
  ),
  failures: [
    'bad_key',
    'payment_refused',
    'not_found',
    'being_paid',
    'unknown_account',
    'account_differs',
    'attempts_exhausted',
    'unknown_invoice',
    'above_bill',
    'key_conflict',
    'too_many_requests',
  ],
  isForClients: true,
  takesKey: true,
} satisfies Operation

const PaymentOption = z.object({
  name: z.string(),
  type: z.string().meta({ enum: Object.keys(optionCodes) }),
  /** A card option has it; it is sent back with initiate, where the market has several. */
  paymentGateway: z
    .string()
    .meta({ enum: [cardGatewayNames] })
    .optional(),
  /** The state follows from the payments of the last minutes. */
  health: z.enum(['well', 'slow', 'failing']),
  /** The time from payment to delivery; absent while it is unknown. */
  usualSeconds: z.int().optional(),
})

const common = {
  method: 'POST',
  summary: 'Ways to pay, sorted by name',
  input: z.strictObject({
    amount: OptionalText.describe(
      'Units in a market that sells airtime so, where airtime is bought or no transaction type says else; otherwise a sum in the currency of prices',
    ),
    currencyCode: OptionalText.describe('In which it would be charged'),
    mobileNumber: OptionalText,
    subscriberType: OptionalText.describe('If any, the line type of the number'),
    rechargeType: OptionalText.describe('If any, a transaction type, its label or a line type'),
    transactionType: codeText(Object.keys(transactionTypes)),
  }),
  answer: success(z.object({ paymentOption: z.array(PaymentOption) })),
  failures: [
    'invalid_number',
    'too_many_requests',
    'invalid_amount',
    'type_unavailable',
    'currency_differs',
    'below_minimum',
    'above_maximum',
    'provider_unreachable',
  ],
  isForClients: true,
  takesKey: false,
} as const

export const paymentOptions = {
  ...common,
  path: `${portalService}/transaction/v1/payment-options`,
} satisfies Operation

export const paymentOptionsUnversioned = {
  ...common,
  path: `${portalService}/transaction/payment-options`,
} satisfies Operation
