import { z } from 'zod'
import { MobileNumber, type Operation, portalService, success } from './fields.ts'
import { CodeId } from './otp.ts'

const Bill = z.object({
  accountNo: z.string(),
  /** Major units, less payments that are not posted yet; below zero where the customer has paid in advance. */
  totalOutstanding: z.number(),
  currency: z.string(),
})

const providerFailures = ['too_many_requests', 'provider_broke_contract', 'provider_unreachable'] as const

export const billOfLine = {
  method: 'POST',
  path: `${portalService}/subscriber/v1/bill`,
  summary:
    'The amount due of a line, for a caller who has verified a code of the action INVOICE; the code shows it once',
  input: z.object({ msisdn: MobileNumber, otpId: CodeId }),
  answer: success(Bill),
  failures: ['not_offered', 'invalid_number', 'proof_missing', 'unknown_account', ...providerFailures],
  sells: 'bill',
  isForClients: true,
  // A stored answer would be what a spent proof showed.
  takesKey: false,
} satisfies Operation

export const validateAccount = {
  method: 'POST',
  path: `${portalService}/subscriber/validate/msisdn-account`,
  summary: 'The amount due of a line, for a caller who knows its account number; five guesses a day for each number',
  input: z.object({ msisdn: MobileNumber, accountNo: z.string().max(40) }),
  answer: success(Bill),
  sells: 'bill',
  failures: [
    'not_offered',
    'invalid_number',
    'invalid_account',
    'unknown_account',
    'account_differs',
    'attempts_exhausted',
    ...providerFailures,
  ],
  isForClients: true,
  takesKey: false,
} satisfies Operation

const Invoice = z.object({
  accountNo: z.string(),
  invoiceNo: z.string(),
  /** Days of the market's calendar, as are the other two. */
  dueDate: z.string(),
  billingStartDate: z.string(),
  billingEndDate: z.string(),
  currency: z.string(),
  /** Major units, less `creditedAmount`. */
  outstandingAmount: z.number(),
  /** What a credit note has taken off, in major units. */
  creditedAmount: z.number().optional(),
  invoiceStatus: z.enum(['OPEN', 'OVERDUE']),
})

export const openInvoices = {
  method: 'POST',
  path: `${portalService}/subscriber/getopeninvoice`,
  summary: 'What is open on the account of a fixed line, oldest first',
  input: z.object({ accountNo: z.string().max(40), contactPersonEmailId: z.string().max(300) }),
  answer: success(
    z.object({
      /** The account as billing writes it. */
      lineNumber: z.string().optional(),
      /** The number is masked. */
      contactPersonMsisdn: z.string().optional(),
      response: z.object({ invoices: z.array(Invoice) }),
    }),
  ),
  sells: 'invoice',
  failures: [
    'not_offered',
    'invalid_account',
    'invalid_email',
    'unknown_account',
    'too_many_requests',
    'provider_broke_contract',
    'provider_unreachable',
  ],
  isForClients: true,
  // The amount due changes with each payment.
  takesKey: false,
} satisfies Operation
