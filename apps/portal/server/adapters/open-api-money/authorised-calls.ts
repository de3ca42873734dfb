import { z } from 'zod'
import { PortalError } from '../../errors.ts'
import { createCached, replacingOnce } from '../cached.ts'
import { demandValue, type Provider, type ProviderAnswer, type ProviderCall } from '../call-provider.ts'
import { defaultMoveTimeoutMs, defaultQueryTimeoutMs, type MoneyAccess, type MoneyCall } from './money-access.ts'

export interface AuthorisedCalls {
  /** Questions; tried again when the provider is not reached. */
  ask<Value>(call: MoneyCall<Value>): Promise<ProviderAnswer<Value>>
  /** One try at something that moves money. */
  move<Value>(call: MoneyCall<Value>, signature?: Readonly<Record<string, string>>): Promise<ProviderAnswer<Value>>
}

const Token = z.object({ access_token: z.string().min(1) })

// The provider's tokens die after 180 s.
const tokenLifeMs = 150_000

export function createAuthorisedCalls(provider: Provider, access: MoneyAccess): AuthorisedCalls {
  const { moveTimeoutMs = defaultMoveTimeoutMs, queryTimeoutMs = defaultQueryTimeoutMs, now = Date.now } = access
  const token = createCached(async () => {
    const { access_token } = demandValue(await provider.ask(tokenCall(access, queryTimeoutMs)), 'open-api-money token')
    return { value: access_token, goodUntil: now() + tokenLifeMs }
  }, now)

  async function withToken<Value>(
    operation: string,
    transmit: (token: string) => Promise<ProviderAnswer<Value>>,
  ): Promise<ProviderAnswer<Value>> {
    const answer = await replacingOnce(token, transmit, isRefused)
    if (!isRefused(answer)) return answer
    throw new PortalError('provider_broke_contract', `open-api-money ${operation}: not authorised`)
  }

  return {
    ask: (call) =>
      withToken(call.operation, (bearer) => provider.ask(authorised(call, access, bearer, queryTimeoutMs))),
    move: (call, signature) =>
      withToken(call.operation, (bearer) => {
        const bare = authorised(call, access, bearer, moveTimeoutMs)
        return provider.send({ ...bare, headers: { ...bare.headers, ...signature } })
      }),
  }
}

const isRefused = (answer: ProviderAnswer<unknown>): boolean => !answer.ok && answer.status === 401

function tokenCall({ baseUrl, clientId, clientSecret }: MoneyAccess, timeoutMs: number) {
  return {
    operation: 'token',
    url: `${baseUrl}/auth/oauth2/token`,
    timeoutMs,
    schema: Token,
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', accept: '*/*' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
  }
}

function authorised<Value>(
  { operation, path, schema, body, currency }: MoneyCall<Value>,
  { baseUrl, country, currencies }: MoneyAccess,
  bearer: string,
  timeoutMs: number,
): ProviderCall<Value> {
  return {
    operation,
    url: `${baseUrl}${path}`,
    timeoutMs,
    schema,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'x-country': country,
      'x-currency': currency ?? currencies[0],
      'content-type': 'application/json',
      accept: '*/*',
    },
    ...(body !== undefined && { body }),
  }
}
