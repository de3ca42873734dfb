import { z } from 'zod'
import { MobileNumber } from './fields.ts'
import { type Operation, portalService, success } from './operation.ts'
import { CodeId } from './otp-fields.ts'

const Bill = z.object({
  accountNo: z.string(),
  /** Major units, less what was paid and is not posted yet; below zero where the customer has paid ahead. */
  totalOutstanding: z.number(),
  currency: z.string(),
})

const outside = ['too_many_requests', 'provider_broke_contract', 'provider_unreachable'] as const

export const billOfLine = {
  method: 'POST',
  path: `${portalService}/subscriber/v1/bill`,
  summary: 'What a line owes, for whoever has verified a code of the action INVOICE; the code shows it once',
  input: z.object({ msisdn: MobileNumber, otpId: CodeId }),
  answer: success(Bill),
  failures: ['invalid_number', 'proof_missing', 'unknown_account', ...outside],
  isForClients: true,
  // A kept answer would be what a spent proof showed.
  takesKey: false,
} satisfies Operation

export const validateAccount = {
  method: 'POST',
  path: `${portalService}/subscriber/validate/msisdn-account`,
  summary: 'What a line owes, for whoever knows its account number; five guesses a day for each number',
  input: z.object({ msisdn: MobileNumber, accountNo: z.string().max(40) }),
  answer: success(Bill),
  failures: [
    'invalid_number',
    'invalid_account',
    'unknown_account',
    'account_differs',
    'attempts_exhausted',
    ...outside,
  ],
  isForClients: true,
  takesKey: false,
} satisfies Operation
