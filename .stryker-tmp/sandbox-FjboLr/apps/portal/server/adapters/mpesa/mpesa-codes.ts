// @ts-nocheck
import { z } from 'zod'
import type { Refusal } from '../../payments/payment-gateway.ts'
import type { ProviderAnswer } from '../call-provider.ts'

/** What every answer may carry, refusals included. */
export const Answer = z.object({
  output_ResponseCode: z.string(),
  output_ThirdPartyConversationID: z.string().optional(),
  output_ResponseTransactionStatus: z.string().optional(),
  output_OriginalTransactionID: z.string().optional(),
})

export type MpesaAnswer = ProviderAnswer<z.infer<typeof Answer>>

export const codes = { processed: 'INS-0', invalidKey: 'INS-2', failed: 'INS-6', duplicate: 'INS-10' } as const

/** Definite: no money moves any more. Every code that is missing here leaves that open. */
export const refusalByCode: Readonly<Record<string, Refusal>> = {
  'INS-5': 'cancelled_by_customer',
  'INS-6': 'declined',
  'INS-990': 'limit_exceeded',
  'INS-995': 'declined',
  'INS-996': 'declined',
  'INS-2006': 'insufficient_funds',
  'INS-2051': 'invalid_user',
}

/** Faults of ours or of the settings: nothing was started. */
const faults = [
  ...[codes.invalidKey, 'INS-4', 'INS-13', 'INS-14', 'INS-15', 'INS-17', 'INS-18', 'INS-19', 'INS-20', 'INS-21'],
  ...['INS-22', 'INS-24', 'INS-25', 'INS-26', 'INS-993', 'INS-994', 'INS-997', 'INS-998'],
  ...['INS-2001', 'INS-2002', 'INS-2057'],
]

export function isFault(code: string | undefined): boolean {
  return code !== undefined && faults.includes(code)
}

/** Four different refusals come as HTTP 401, so the code is all that counts. */
export function codeOf(answer: ProviderAnswer<unknown>): string | undefined {
  return Answer.safeParse(answer.ok ? answer.value : answer.error).data?.output_ResponseCode
}
