import { PortalError } from '@nyanja/domain/errors'
import type { Currency } from '@nyanja/domain/money/money'
import { z } from 'zod'
import { createCached, replacingOnce } from '../cached.ts'
import {
  createProvider,
  demandValue,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderHooks,
} from '../call-provider.ts'

const Code = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
const Text = z.union([z.string(), z.number().transform(String)]).nullish()

/** The API gateway in front of the checkout refuses with a plain number where the checkout sends an object. */
const Status = z.union([Code, z.object({ status_code: Code }).transform(({ status_code }) => status_code)])

export const Reply = z.object({ status: Status.optional().catch(undefined) })

export const Raised = Reply.extend({
  results: z
    .object({ long_url: z.url({ protocol: /^https?$/ }) })
    .optional()
    .catch(undefined),
})

export const Queried = Reply.extend({
  results: z
    .object({
      merchant_transaction_id: Text,
      checkout_request_id: Text,
      request_status_code: Code,
      amount_paid: Text,
      currency_code: Text,
      payments: z
        .array(z.object({ cpg_transaction_id: Text }))
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
})

export type TinggRequest = NonNullable<z.infer<typeof Queried>['results']>

/** Returns the content of an answer, also of one with an HTTP error. */
function replyIn<Value extends z.infer<typeof Reply>>(
  schema: z.ZodType<Value>,
  answer: ProviderAnswer<Value>,
): Partial<Value> {
  return answer.ok ? answer.value : (schema.safeParse(answer.error).data ?? {})
}

export interface TinggCall<Value> {
  readonly operation: string
  /** The path below the checkout API. */
  readonly path: string
  readonly schema: z.ZodType<Value>
  readonly body?: object
}

type Replied = z.infer<typeof Reply>

export interface TinggCalls {
  /** Makes a query, which is retried when Tingg is not reached. */
  ask<Value extends Replied>(call: TinggCall<Value>): Promise<Partial<Value>>
  /** Makes a call that changes a request, so it is made once. */
  command<Value extends Replied>(call: TinggCall<Value>): Promise<Partial<Value>>
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })

// A slow call must not outlive its token.
const usableLife = 0.8

export function createTinggCalls(options: TinggOptions): TinggCalls {
  const { commandTimeoutMs = 30_000, queryTimeoutMs = 20_000, now = Date.now } = options
  const provider = createProvider('tingg', options)
  const token = createCached(async () => {
    const answer = await provider.ask(tokenCall(options, queryTimeoutMs))
    const { access_token, expires_in } = demandValue(answer, 'tingg token')
    return { value: access_token, goodUntil: now() + expires_in * 1000 * usableLife }
  }, now)

  async function withToken<Value extends Replied>(
    { operation, schema }: TinggCall<Value>,
    transmit: (bearer: string) => Promise<ProviderAnswer<Value>>,
  ): Promise<Partial<Value>> {
    const answer = await replacingOnce(token, transmit, isRefused)
    if (!isRefused(answer)) return replyIn(schema, answer)
    throw new PortalError('provider_broke_contract', `tingg ${operation}: not authorised`)
  }

  return {
    ask: (call) => withToken(call, (bearer) => provider.ask(authorised(call, options, bearer, queryTimeoutMs))),
    command: (call) => withToken(call, (bearer) => provider.send(authorised(call, options, bearer, commandTimeoutMs))),
  }
}

const isRefused = (answer: ProviderAnswer<unknown>): boolean => !answer.ok && answer.status === 401

function tokenCall({ baseUrl, apiKey, clientId, clientSecret }: TinggOptions, timeoutMs: number) {
  return {
    operation: 'token',
    url: `${baseUrl}/v1/oauth/token/request`,
    timeoutMs,
    schema: Token,
    method: 'POST' as const,
    headers: { apiKey, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
  }
}

/** The code of the request is in its result; that of the call is beside it. */
function codeOf(answer: ProviderAnswer<unknown>): string | undefined {
  const { data } = Coded.safeParse(answer.ok ? answer.value : answer.error)
  const code = data?.results?.request_status_code ?? data?.status
  return code === undefined ? undefined : String(code)
}

const Coded = z.object({
  status: z.number().optional(),
  results: z.object({ request_status_code: z.number().optional() }).optional().catch(undefined),
})

function authorised<Value>(
  { operation, path, schema, body }: TinggCall<Value>,
  { baseUrl, apiKey }: TinggOptions,
  bearer: string,
  timeoutMs: number,
): ProviderCall<Value> {
  return {
    operation,
    url: `${baseUrl}/v3/checkout-api/${path}`,
    timeoutMs,
    schema,
    codeOf,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apiKey,
      authorization: `Bearer ${bearer}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

export interface TinggOptions extends ProviderHooks {
  /** The URL without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly clientId: string
  readonly clientSecret: string
  /** The code that Tingg issues per merchant and country. */
  readonly serviceCode: string
  /** The country in three letters: `MWI`. */
  readonly country: string
  /** Calling code of the market: `265`. */
  readonly countryCode: string
  /** A number of the operator's own, with the calling code: Tingg requires one although the payer gave none. */
  readonly fallbackMsisdn: string
  /** The currencies that the service is configured to collect. */
  readonly currencies: readonly Currency[]
  /** The callback address, sent with every request. */
  readonly callbackUrl: string
  readonly commandTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly firstEnquiryAfterMs?: number
  readonly now?: () => number
}
