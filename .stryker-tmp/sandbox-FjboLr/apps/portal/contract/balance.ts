// @ts-nocheck
import { z } from 'zod'
import { MobileNumber, OptionalText } from './fields.ts'
import { type Operation, portalService, success } from './operation.ts'

const BalanceOnWire = z.object({
  serviceType: z.enum(['DATA', 'AIRTIME']),
  balanceDescription: z.string(),
  /** Nothing but `LIMITED` and `UNLIMITED`. */
  balanceType: z.enum(['LIMITED', 'UNLIMITED']),
  /** -1: there is no end to it. */
  balance: z.number(),
  unitType: z.string(),
  /** ISO 8601; absent where it does not end. */
  expireTime: z.string().optional(),
})

export type BalanceOnWire = z.infer<typeof BalanceOnWire>

export const queryBalance = {
  method: 'POST',
  path: `${portalService}/subscriber/v4/query-balance`,
  summary:
    'What is left on a line; the proof for a payment by airtime shows its airtime, and stays good for the payment',
  input: z.object({ data: z.object({ msisdn: MobileNumber, uniqueCode: OptionalText, serviceType: OptionalText }) }),
  answer: success(z.array(BalanceOnWire)),
  failures: ['invalid_number', 'proof_missing', 'too_many_requests', 'provider_broke_contract', 'provider_unreachable'],
  isForClients: true,
  // A kept answer would be what a spent proof showed.
  takesKey: false,
} satisfies Operation
