import { z } from 'zod'
import { codeText, MobileNumber, OptionalText } from './fields.ts'
import { type Operation, portalService, success } from './operation.ts'
import { CodeId, otpFields, workFields } from './otp-fields.ts'
import { sentModes } from './payment-codes.ts'

const Sent = z.object({
  refId: z.string(),
  /** Seconds until another code may be asked for. */
  resendAfter: z.int(),
})

// Codes before a payment: in the specification a family of their own, with names of their own.
const common = { method: 'POST', isForClients: true } as const

export const sendPaymentOtp = {
  ...common,
  path: `${portalService}/optimus/otp/send`,
  summary: 'Sends a one-time code to the number that pays: with its airtime, when no payment mode is named',
  input: z.object({ data: z.object({ msisdn: MobileNumber, paymentMode: codeText(sentModes), ...workFields }) }),
  answer: success(Sent),
  failures: [
    'invalid_number',
    'no_wallet',
    'method_unavailable',
    'too_many_requests',
    'work_needed',
    'provider_broke_contract',
    'provider_unreachable',
  ],
  takesKey: true,
} satisfies Operation

export const resendPaymentOtp = {
  ...common,
  path: `${portalService}/optimus/otp/resend`,
  summary: 'Sends another code under the same id',
  input: z.object({ data: z.object({ refId: CodeId, ...workFields }) }),
  answer: success(Sent),
  failures: [
    'code_expired',
    'attempts_exhausted',
    'no_wallet',
    'too_many_requests',
    'work_needed',
    'provider_unreachable',
  ],
  takesKey: true,
} satisfies Operation

export const verifyPaymentOtp = {
  ...common,
  path: `${portalService}/optimus/otp/verify`,
  summary:
    'Takes a typed code for a proof that is good once, within ten minutes: to pay out of the airtime or wallet of that number, or to order internet at home',
  input: z.object({
    data: z.object({ ...otpFields, refId: CodeId, username: OptionalText, paymentMode: codeText(sentModes) }),
  }),
  answer: success(z.object({ refId: z.string(), uniqueCode: z.string() })),
  failures: [
    'wrong_code',
    'attempts_exhausted',
    'code_expired',
    'unknown_key',
    'unreadable_field',
    'provider_unreachable',
  ],
  // As with every code: a kept answer would be a kept proof.
  takesKey: false,
} satisfies Operation
