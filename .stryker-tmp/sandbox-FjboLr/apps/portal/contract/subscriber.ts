// @ts-nocheck
import { z } from 'zod'
import { Flag, MobileNumber, OptionalText } from './fields.ts'
import { type Operation, portalService, success } from './operation.ts'

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
