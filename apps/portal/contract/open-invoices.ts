import { z } from 'zod'
import { type Operation, portalService, success } from './operation.ts'

const Invoice = z.object({
  accountNo: z.string(),
  invoiceNo: z.string(),
  /** Days of the market's calendar, as are the other two. */
  dueDate: z.string(),
  billingStartDate: z.string(),
  billingEndDate: z.string(),
  currency: z.string(),
  /** Major units. */
  outstandingAmount: z.number(),
  invoiceStatus: z.enum(['OPEN', 'OVERDUE']),
})

export const openInvoices = {
  method: 'POST',
  path: `${portalService}/subscriber/getopeninvoice`,
  summary: 'What is open on the account of a fixed line, oldest first',
  input: z.object({ accountNo: z.string().max(40), contactPersonEmailId: z.string().max(300) }),
  answer: success(
    z.object({
      /** As billing writes it. */
      lineNumber: z.string().optional(),
      /** Masked. */
      contactPersonMsisdn: z.string().optional(),
      response: z.object({ invoices: z.array(Invoice) }),
    }),
  ),
  failures: [
    'invalid_account',
    'invalid_email',
    'unknown_account',
    'too_many_requests',
    'provider_broke_contract',
    'provider_unreachable',
  ],
  isForClients: true,
  // What is owed changes with each payment.
  takesKey: false,
} satisfies Operation
