import { z } from 'zod'
import { MobileNumber, OptionalText } from './fields.ts'
import { type Operation, portalService, success } from './operation.ts'

/** What a code of these calls may be for. */
export const otpActions = { INVOICE: 'invoice', BALANCE: 'balance' } as const

const OtpId = z.string().regex(/^[\w-]{1,64}$/)

/** Text, or the number that a careless channel makes of it. */
const Otp = z
  .union([z.string().max(40), z.int().min(0)])
  .transform((otp) => (typeof otp === 'number' ? String(otp).padStart(6, '0') : otp))

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
  input: z.object({ data: z.object({ otpId: OtpId }) }),
  answer: success(Sent),
  failures: ['code_expired', 'attempts_exhausted', 'too_many_requests'],
  isForClients: true,
  takesKey: true,
} satisfies Operation

export const verifyOtp = {
  method: 'POST',
  path: `${portalService}/otp/v1/verify-otp`,
  summary: 'Takes a typed code for a proof that is good once, for ten minutes',
  input: z.object({ data: z.object({ otp: Otp, otpId: OtpId }) }),
  answer: success(z.object({ otpId: z.string(), uniqueCode: z.string() })),
  failures: ['wrong_code', 'attempts_exhausted', 'code_expired'],
  isForClients: true,
  // A kept answer would be a kept proof, and the hash of a body with six digits tells them.
  takesKey: false,
} satisfies Operation
