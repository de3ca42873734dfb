// @ts-nocheck
import { z } from 'zod'
import { MobileNumber, OptionalText } from './fields.ts'
import { type Operation, portalService, success } from './operation.ts'
import { CodeId, otpFields } from './otp-fields.ts'

/** What a code of these calls may be for. */
export const otpActions = { INVOICE: 'invoice', BALANCE: 'balance' } as const

const Sent = z.object({
  otpId: z.string(),
  /** Seconds until another code may be asked for. */
  resendAfter: z.int(),
})

export const sendOtp = {
  method: 'POST',
  path: `${portalService}/otp/v1/send-otp`,
  summary: 'Sends a one-time code for a bill or a balance',
  input: z.object({
    data: z.object({
      // The number; `text1` says nothing that is needed here. The names are not ours.
      text: MobileNumber,
      text1: OptionalText,
      otpAction: z.enum(['INVOICE', 'BALANCE']),
    }),
  }),
  answer: success(Sent),
  failures: ['invalid_number', 'too_many_requests', 'provider_broke_contract', 'provider_unreachable'],
  isForClients: true,
  takesKey: true,
} satisfies Operation

export const resendOtp = {
  method: 'POST',
  path: `${portalService}/otp/v1/resend-otp`,
  summary: 'Sends another code under the same id',
  input: z.object({ data: z.object({ otpId: CodeId }) }),
  answer: success(Sent),
  failures: ['code_expired', 'attempts_exhausted', 'too_many_requests'],
  isForClients: true,
  takesKey: true,
} satisfies Operation

export const verifyOtp = {
  method: 'POST',
  path: `${portalService}/otp/v1/verify-otp`,
  summary: 'Takes a typed code for a proof that is good once, for ten minutes',
  input: z.object({ data: z.object({ ...otpFields, otpId: CodeId }) }),
  answer: success(z.object({ otpId: z.string(), uniqueCode: z.string() })),
  failures: ['wrong_code', 'attempts_exhausted', 'code_expired', 'unknown_key', 'unreadable_field'],
  isForClients: true,
  // A kept answer would be a kept proof, and the hash of a body with six digits tells them.
  takesKey: false,
} satisfies Operation
