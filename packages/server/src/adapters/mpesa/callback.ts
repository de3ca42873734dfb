import { parseJson } from '@nyanja/domain/json'
import { z } from 'zod'
import type { CallbackAnswer, CallbackReader, CallbackReading } from '../../payments/payment-gateway.ts'

/** The result, whose id has another name in Mozambique. */
const Result = z
  .object({
    input_OriginalConversationID: z.string().optional(),
    input_ThirdPartyConversationID: z.string().min(1).optional(),
    input_ThirdPartyReference: z.string().min(1).optional(),
  })
  .transform(({ input_OriginalConversationID: theirs, ...ours }) => ({
    theirs,
    ours: ours.input_ThirdPartyConversationID ?? ours.input_ThirdPartyReference,
  }))

/** M-Pesa does not sign results, so a result only triggers a status check. */
export function readMpesaCallback(rawBody: Buffer): CallbackReading {
  const { theirs, ours } = Result.safeParse(parseJson(rawBody.toString('utf8'))).data ?? {}
  if (ours === undefined) return 'unreadable'
  const ids = { output_OriginalConversationID: theirs, output_ThirdPartyConversationID: ours }
  return { attemptId: ours, answer: accepted(ids) }
}

export function createMpesaCallbackReader(): CallbackReader {
  return { isSigned: false, read: readMpesaCallback, answer: accepted({}) }
}

function accepted(ids: Readonly<Record<string, string | undefined>>): CallbackAnswer {
  return {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify({
      ...ids,
      output_ResponseCode: '0',
      output_ResponseDesc: 'Successfully Accepted Result',
    }),
  }
}
