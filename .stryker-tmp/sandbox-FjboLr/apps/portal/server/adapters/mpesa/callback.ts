// @ts-nocheck
import { z } from 'zod'
import type { CallbackReader, CallbackReading } from '../../payments/callback-reader.ts'

/** In Mozambique the id goes by another name. */
const Result = z.union([
  z.object({ input_ThirdPartyConversationID: z.string().min(1) }),
  z
    .object({ input_ThirdPartyReference: z.string().min(1) })
    .transform(({ input_ThirdPartyReference: id }) => ({ input_ThirdPartyConversationID: id })),
])

/** M-Pesa signs nothing, so a result can only make us ask. */
export function readMpesaCallback(rawBody: Buffer): CallbackReading {
  const result = Result.safeParse(parsed(rawBody))
  return result.success ? { reference: result.data.input_ThirdPartyConversationID } : 'unreadable'
}

export function createMpesaCallbackReader(): CallbackReader {
  return {
    read: readMpesaCallback,
    answer: {
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify({ output_ResponseCode: '0', output_ResponseDesc: 'Successfully Accepted Result' }),
    },
  }
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}
