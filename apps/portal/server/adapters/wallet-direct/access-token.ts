import { z } from 'zod'
import { demandValue, type Provider } from '../call-provider.ts'
import { defaultQueryTimeoutMs, type WalletDirectOptions } from './wallet-direct-options.ts'

interface AccessToken {
  /** As the header wants it. */
  readonly text: string
  /** Epoch milliseconds after which it is fetched anew. */
  readonly goodUntil: number
}

export interface AccessTokens {
  get(): Promise<AccessToken>
  /** The platform does not take it any more. */
  refuse(token: AccessToken): void
}

const Token = z.object({ access_token: z.string().min(1), token_type: z.string(), expires_in: z.number().positive() })

// The longest that a call may take once it has its token.
const marginMs = 30_000

/** Keeps the token while it is good. Callers that come while one is being fetched share it. */
export function createAccessTokens(provider: Provider, options: WalletDirectOptions): AccessTokens {
  const { now = Date.now } = options
  let held: AccessToken | undefined
  let underway: Promise<AccessToken> | undefined

  async function renew(): Promise<AccessToken> {
    try {
      held = await fetchToken(provider, options, now)
      return held
    } finally {
      underway = undefined
    }
  }

  return {
    async get() {
      if (held !== undefined && now() < held.goodUntil) return held
      underway ??= renew()
      return underway
    },
    refuse(token) {
      if (held === token) held = undefined
    },
  }
}

async function fetchToken(
  provider: Provider,
  { name, baseUrl, clientId, clientSecret, queryTimeoutMs = defaultQueryTimeoutMs }: WalletDirectOptions,
  now: () => number,
): Promise<AccessToken> {
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
  return { text: `${token_type} ${access_token}`, goodUntil: now() + expires_in * 1000 - marginMs }
}
