import { z } from 'zod'
import { OptionalText } from './fields.ts'

/** The id under which a code was sent. */
export const CodeId = z.string().regex(/^[\w-]{1,64}$/)

/** Text, or the number that a careless channel makes of it. */
const ClearOtp = z
  .union([z.string().max(40), z.int().min(0)])
  .transform((otp) => (typeof otp === 'number' ? String(otp).padStart(6, '0') : otp))

/** Base64 of RSA-OAEP-256 over `v1|{id of the code}|{otp}`. */
const SealedOtp = z.string().regex(/^[A-Za-z\d+/]{300,690}={0,2}$/)

/** A typed code: clear, or sealed with the key of the product configuration, whose id then stands beside it. */
export const otpFields = { otp: z.union([ClearOtp, SealedOtp]), keyId: OptionalText } as const

/** ALTCHA's payload: what a client sends that was given a challenge, in base64. */
export const workFields = { solution: z.string().max(4000).optional() } as const
