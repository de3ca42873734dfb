// @ts-nocheck
import { z } from 'zod'

/** A business answer. The codes are the platform's own, as text: one of them is no number. */
export type Answer<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly code: string; readonly message?: string; readonly result: unknown }

const longestMessage = 200

const Envelope = z.object({
  // Short, because it is told to the log.
  statusCode: z.union([z.int(), z.string().regex(/^\w{1,10}$/)]).transform(String),
  status: z.string(),
  message: z.string().nullish(),
  result: z.unknown(),
})

/** What stands in the envelope: a result of this shape, or the code of a refusal. */
export function answerWith<Result>(schema: z.ZodType<Result>) {
  return Envelope.transform(({ statusCode, status, message, result }, context): Answer<Result> => {
    if (statusCode !== '200' && status.toLowerCase() !== 'success') {
      return { ok: false, code: statusCode, result, ...(message && { message: message.slice(0, longestMessage) }) }
    }
    const read = schema.safeParse(result)
    if (read.success) return { ok: true, result: read.data }
    for (const { path } of read.error.issues) context.addIssue({ code: 'custom', path: ['result', ...path] })
    return z.NEVER
  })
}
