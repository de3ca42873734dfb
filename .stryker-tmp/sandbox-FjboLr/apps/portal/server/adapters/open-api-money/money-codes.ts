// @ts-nocheck
import { z } from 'zod'
import type { Refusal } from '../../payments/payment-gateway.ts'
import type { ProviderAnswer } from '../call-provider.ts'

/** What every answer carries beside its data, refusals included. Older installations send `result_code` alone. */
export const Status = z.object({
  status: z
    .object({
      response_code: z.string().optional(),
      result_code: z.string().optional(),
      success: z.boolean().optional(),
    })
    .optional(),
})

export const codes = {
  inProcess: 'DP00800001006',
  notFound: 'DP00800001025',
  signatureMismatch: 'DP00800001026',
  noSuchUser: 'DP02200000000',
} as const

/** Definite refusals, on the push, on the enquiry and on the refund. */
export const refusalByCode: Readonly<Record<string, Refusal>> = {
  DP00800001002: 'wrong_pin',
  DP00800001003: 'limit_exceeded',
  DP00800001004: 'limit_exceeded',
  // Also sent for a PIN that was not entered, but no PIN can be due when the push is refused.
  DP00800001005: 'invalid_user',
  DP00800001007: 'insufficient_funds',
  DP00800001008: 'declined',
  DP00800001009: 'declined',
  DP00800001010: 'declined',
  DP00800001029: 'expired',
  ESB000011: 'refused',
}

/** Faults of ours or of the settings: nothing was started. */
const faultCodes =
  /^(?:ESB000008|ESB00003[3-6]|ESB000039|ROUTER00[13567]|ROUTER11[24-6]|ROUTER119|DP02010001000|DP00800001026)$/

export function isFault(code: string | undefined): boolean {
  return code !== undefined && faultCodes.test(code)
}

export function codeOf(answer: ProviderAnswer<unknown>): string | undefined {
  const read = Status.safeParse(answer.ok ? answer.value : answer.error)
  return read.data?.status?.response_code ?? read.data?.status?.result_code
}
