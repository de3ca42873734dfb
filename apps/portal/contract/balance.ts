import { z } from 'zod'
import { Flag, MobileNumber, type Operation, OptionalText, portalService, success } from './fields.ts'
import { workFields } from './otp.ts'

const BalanceResponse = z.object({
  serviceType: z.enum(['DATA', 'AIRTIME']),
  balanceDescription: z.string(),
  /** The values are `LIMITED` and `UNLIMITED` alone. */
  balanceType: z.enum(['LIMITED', 'UNLIMITED']),
  /** -1 means unlimited. */
  balance: z.number(),
  unitType: z.string(),
  /** The time is ISO 8601; it is absent where the balance never expires. */
  expireTime: z.string().optional(),
})

export type BalanceResponse = z.infer<typeof BalanceResponse>

/** The answer about a router without a proof. */
const CodeSent = z.object({
  /** The account contact of the router is masked. */
  otpRecipient: z.string(),
  /** The `otpId` of the code. */
  txnRefId: z.string(),
})

export const queryBalance = {
  method: 'POST',
  path: `${portalService}/subscriber/v4/query-balance`,
  summary:
    'The balances of a line; the proof for a payment by airtime shows its airtime, and stays valid for the payment. With a request type in place of a proof it sends a code to the account contact of a router',
  input: z.object({
    data: z.object({
      msisdn: MobileNumber,
      uniqueCode: OptionalText,
      serviceType: OptionalText,
      requestType: OptionalText,
      ...workFields,
    }),
  }),
  answer: success(z.union([z.array(BalanceResponse), CodeSent])),
  failures: [
    'invalid_number',
    'proof_missing',
    'too_many_requests',
    'too_soon',
    'work_needed',
    'provider_broke_contract',
    'provider_unreachable',
  ],
  isForClients: true,
  // A stored answer would be what a spent proof showed.
  takesKey: false,
} satisfies Operation

export const LineTypeCode = z.enum(['PREPAID', 'POSTPAID', 'HYBRID'])

export const lineTypeCheck = {
  method: 'POST',
  path: `${portalService}/subscriber/line-type`,
  summary: 'Which kind of line a number is',
  input: z.object({ msisdn: MobileNumber, checkIfBroadband: Flag, requestType: OptionalText }),
  answer: success(LineTypeCode),
  failures: ['invalid_number', 'too_many_requests', 'provider_broke_contract', 'provider_unreachable'],
  isForClients: true,
  takesKey: false,
} satisfies Operation
