import { z } from 'zod'
import { codeText, Flag, Ignored, OptionalText, TransactionId } from './fields.ts'
import { type Operation, portalService, success } from './operation.ts'
import { sentGateways, sentModes } from './payment-codes.ts'
import { TransactionStatus } from './transaction-statuses.ts'

export const processPayment = {
  method: 'POST',
  path: `${portalService}/transaction/v1/process`,
  summary:
    'Hands the payer over to the payment provider; a repeated call answers ALREADY_PROCESSED, with the page while it is open',
  input: z.object({
    data: z.object({
      transactionId: TransactionId,
      isSubscriberRequest: Flag.describe('Accepted and ignored'),
      paymentGateway: codeText(sentGateways).describe('If any, as initiated; likewise the others'),
      paymentMode: codeText(sentModes),
      // The spelling is not ours.
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
