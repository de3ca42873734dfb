import { z } from 'zod'
import { codeText, Flag, Ignored, InvoiceNumbers, MobileNumber, OptionalText } from './fields.ts'
import { type Operation, portalService, success } from './operation.ts'
import { sentGateways, sentModes } from './payment-codes.ts'
import { transactionTypes } from './transaction-types.ts'

/** Of a bill, where the market rounds up. */
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
