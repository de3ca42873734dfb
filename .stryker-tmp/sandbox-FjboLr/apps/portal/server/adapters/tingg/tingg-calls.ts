// @ts-nocheck
import { z } from 'zod'
import { PortalError } from '../../errors.ts'
import { createCached, replacingOnce } from '../cached.ts'
import { createProvider, demandValue, type ProviderAnswer, type ProviderCall } from '../call-provider.ts'
import type { TinggOptions } from './tingg-options.ts'
import { type Reply, replyIn } from './tingg-replies.ts'

export interface TinggCall<Value> {
  readonly operation: string
  /** Below the checkout API. */
  readonly path: string
  readonly schema: z.ZodType<Value>
  readonly body?: object
}

type Replied = z.infer<typeof Reply>

export interface TinggCalls {
  /** A question; tried again when Tingg is not reached. */
  ask<Value extends Replied>(call: TinggCall<Value>): Promise<Partial<Value>>
  /** One try at something that changes a request. */
  move<Value extends Replied>(call: TinggCall<Value>): Promise<Partial<Value>>
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })

// A call that takes its time must not outlive its token.
const usableLife = 0.8

export function createTinggCalls(options: TinggOptions): TinggCalls {
  const { moveTimeoutMs = 30_000, queryTimeoutMs = 20_000, now = Date.now } = options
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
    move: (call) => withToken(call, (bearer) => provider.send(authorised(call, options, bearer, moveTimeoutMs))),
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
