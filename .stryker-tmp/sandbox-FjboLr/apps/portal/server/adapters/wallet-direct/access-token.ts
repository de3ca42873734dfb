// @ts-nocheck
import { z } from 'zod'
import { type Cached, createCached, type Kept } from '../cached.ts'
import { demandValue, type Provider } from '../call-provider.ts'
import { defaultQueryTimeoutMs, type WalletDirectOptions } from './wallet-direct-options.ts'

const Token = z.object({ access_token: z.string().min(1), token_type: z.string(), expires_in: z.number().positive() })

// The longest that a call may take once it has its token.
const marginMs = 30_000

/** The authorisation of the merchant, as the header wants it. */
export function createAccessToken(provider: Provider, options: WalletDirectOptions): Cached<string> {
  const { now = Date.now } = options
  return createCached(() => fetchToken(provider, options, now), now)
}

async function fetchToken(
  provider: Provider,
  { name, baseUrl, clientId, clientSecret, queryTimeoutMs = defaultQueryTimeoutMs }: WalletDirectOptions,
  now: () => number,
): Promise<Kept<string>> {
  const answer = await provider.ask({
    operation: 'token',
    url: `${baseUrl}/v1/oauth/token`,
    timeoutMs: queryTimeoutMs,
    schema: Token,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
  })
  const { access_token, token_type, expires_in } = demandValue(answer, `${name} token`)
  return { value: `${token_type} ${access_token}`, goodUntil: now() + expires_in * 1000 - marginMs }
}
