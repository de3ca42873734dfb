import { z } from 'zod'
import type { FailureName } from './failures.ts'
import { AwaitsPin } from './pin-key.ts'

const longest = 200

const written = (most: number) =>
  z
    .union([z.string().max(most), z.number()])
    .nullish()
    .transform((value) => (value === null || value === undefined ? '' : textOf(value).trim()))
    .transform((text) => (text === '' ? undefined : text))

/** Channels send what they have: text or a number, amounts in major units, and null or nothing for missing values. */
export const OptionalText = written(longest)

/** A text with a meaning if it is one of these; other values are refused where they are used. */
export const codeText = (codes: readonly string[]) => OptionalText.meta({ enum: [...codes, '', null] })

/** One value, or many between commas. */
export const InvoiceNumbers = written(4000)

/** Clients send it, and nothing here depends on it. */
export const Ignored = OptionalText.describe('Accepted and ignored')

/** A phone number as people write it. */
export const MobileNumber = z
  .union([z.string().max(longest), z.number()], { error: 'Invalid Mobile No' })
  .transform(textOf)

export const Flag = z
  .union([z.boolean(), z.string().max(10)])
  .nullish()
  .transform((value) => value === true || value === 'true')

/** Ids that may have been cut or changed are refused before they are looked up. */
export const TransactionId = z.string().regex(/^[\w-]{1,64}$/)

// JSON numbers beyond 2^53 would read as `1e+21`.
function textOf(value: string | number): string {
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value).toString() : String(value)
}

/** The fixed headers of every call by a client. */
export interface CommonHeader {
  readonly about: string
  /** The only valid value; `opco` stands for the market's own. */
  readonly value?: string
  readonly example: string
}

export const product = 'ORP'
export const mode = 'PROD'

/** The headers are checked in this order; the first that is missing or invalid is named. */
export const commonHeaders = {
  'x-api-key': { about: 'Identifies the client', example: 'sandbox-key' },
  'x-service-id': { about: 'The calling service', example: 'whatsapp' },
  'x-opco': { about: 'Operator code of the market', example: 'the one of the market file' },
  'x-product': { about: 'Product', value: product, example: product },
  'x-app-version': { about: 'Version of the calling app', example: '1.0.0' },
  'x-run-mode': { about: 'Run mode', value: mode, example: mode },
  'x-unmask-request': { about: 'Accepted; numbers stay masked all the same', example: 'enable' },
} as const satisfies Record<string, CommonHeader>

/** The optional header names the customer for whom the client calls, in any stable form. */
export const endUserHeader = 'x-end-user'

export const idempotencyKey = 'idempotency-key'

/** The path prefix of the portal service. */
export const portalService = '/orp/bfe/api/portal-service'

/**
 * One call of the JSON API: its route is served from this, and its entry in the OpenAPI document is generated from it.
 */
export interface Operation<Input extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  /** The query of a GET, the JSON body of a POST. */
  readonly input: Input
  /** The whole body of a success. */
  readonly answer: Answer
  /** These are in addition to those of any call. */
  readonly failures: readonly FailureName[]
  /** Tells whether the fixed headers are required. */
  readonly isForClients: boolean
  /** The kind of order that the call serves: refused where the market does not sell it. */
  readonly sells?: 'bill' | 'invoice' | 'plan'
  /** Tells whether `Idempotency-Key` is honoured. */
  readonly takesKey: boolean
  /** Tells whether the authorization header must carry a token of a wallet's holder. */
  readonly takesToken?: boolean
  /** Tells whether GET changes something: then HEAD is refused. */
  readonly isCounted?: boolean
  /** Tells whether the `lang` header chooses the language of the answer. */
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

/** The envelope of every failure. The code is the specification's where it has one, and the HTTP status otherwise. */
export const Failure = z.object({
  statusCode: z.union([z.int(), z.string()]),
  status: z.literal('failure'),
  message: z.string(),
  /**
   * It is present when the failure is about a transaction that exists, leaves attempts to type a code or a PIN, or
   * requires a challenge.
   */
  result: z
    .union([
      AwaitsPin,
      z.object({ transactionId: z.string(), transactionStatus: z.string() }),
      z.object({ attemptsLeft: z.int() }),
      z.object({ challenge: z.object({ parameters: z.record(z.string(), z.unknown()), signature: z.string() }) }),
    ])
    .optional(),
})
