import { z } from 'zod'
import type { FailureName } from './failures.ts'
import { AwaitsPin } from './pin-key.ts'

/** Where the paths of the portal service begin. */
export const portalService = '/orp/bfe/api/portal-service'

/** One call of the JSON API: its route is served from this, and its entry in the OpenAPI document is made from it. */
export interface Operation<Input extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  /** The query of a GET, the JSON body of a POST. */
  readonly input: Input
  /** The whole body of a success. */
  readonly answer: Answer
  /** Beyond those that any call may meet. */
  readonly failures: readonly FailureName[]
  /** Whether the fixed headers are asked for. */
  readonly isForClients: boolean
  /** Whether `Idempotency-Key` is honoured. */
  readonly takesKey: boolean
  /** Whether the authorization header must carry a token of a wallet's holder. */
  readonly takesToken?: boolean
  /** Whether asking by GET changes something: then nobody may look by HEAD. */
  readonly isCounted?: boolean
  /** Whether the `lang` header chooses the language of the answer. */
  readonly takesLanguage?: boolean
}

/** The envelope of every success. */
export function success<Result extends z.ZodType>(result: Result) {
  return z.object({
    statusCode: z.literal(200),
    status: z.literal('success'),
    message: z.string().optional(),
    result,
  })
}

/** The envelope of everything else. The code is the specification's where it has one, and the HTTP status otherwise. */
export const Failure = z.object({
  statusCode: z.union([z.int(), z.string()]),
  status: z.literal('failure'),
  message: z.string(),
  /** Present when the failure is about a transaction that exists, leaves tries to type a code or a PIN, or asks for work first. */
  result: z
    .union([
      AwaitsPin,
      z.object({ transactionId: z.string(), transactionStatus: z.string() }),
      z.object({ attemptsLeft: z.int() }),
      z.object({ challenge: z.object({ parameters: z.record(z.string(), z.unknown()), signature: z.string() }) }),
    ])
    .optional(),
})
