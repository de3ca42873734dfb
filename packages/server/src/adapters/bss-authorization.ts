import { PortalError } from '@nyanja/domain/errors'
import { z } from 'zod'
import { createProvider, type ProviderAnswer, type ProviderCall, type ProviderHooks } from './call-provider.ts'
import { logOutline } from './log-excerpt.ts'

/** The ways in which the portal authenticates at the BSS. A client certificate may be needed in addition. */
export type BssCredentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | ({ readonly kind: 'oauth2' } & ClientCredentials)

export interface ClientCredentials {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope?: string | undefined
  /** The place in which the token service expects id and secret. */
  readonly sentIn: 'basic' | 'body'
}

type Headers = Readonly<Record<string, string>>

export interface Authorization {
  headers(): Promise<Headers>
  /** Tells after a refusal of these headers whether there may be others now. */
  renew(refused: Headers): boolean
}

interface AuthorizationHooks extends ProviderHooks {
  readonly timeoutMs?: number
  readonly now?: () => number
}

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`

const constant = (headers: Headers): Authorization => ({ headers: async () => headers, renew: () => false })

export function createAuthorization(credentials: BssCredentials, hooks: AuthorizationHooks = {}): Authorization {
  switch (credentials.kind) {
    case 'none':
      return constant({})
    case 'header':
      return constant({ [credentials.name.toLowerCase()]: credentials.value })
    case 'basic':
      return constant({ authorization: basic(credentials.user, credentials.password) })
    case 'oauth2':
      return createTokenAuthorization(credentials, hooks)
  }
}

const Token = z.object({
  access_token: z.string().min(1),
  token_type: z.string().nullish(),
  expires_in: z.coerce.number().positive().nullish(),
})

/** The life of a token when the token service states none. */
const usualLifeSeconds = 300
const longestMarginMs = 30_000

interface HeldToken {
  readonly headers: Headers
  readonly endsAt: number
}

/** Keeps a token until shortly before its end. Simultaneous calls wait for one request of a new one. */
function createTokenAuthorization(credentials: ClientCredentials, hooks: AuthorizationHooks): Authorization {
  const { timeoutMs = 10_000, now = Date.now } = hooks
  // An answer holds a token, so nothing of it is ever quoted.
  const provider = createProvider('bss_token', hooks, () => undefined)
  let held: HeldToken | undefined
  let request: Promise<HeldToken> | undefined

  async function fetchToken(): Promise<HeldToken> {
    const sentAt = now()
    const answer = await provider.ask({ ...tokenRequest(credentials), timeoutMs, schema: Token })
    if (!answer.ok) throw new PortalError('provider_broke_contract', `bss token: refused with HTTP ${answer.status}`)
    const { access_token: token, expires_in } = answer.value
    const lifeMs = (expires_in ?? usualLifeSeconds) * 1000
    return {
      headers: { authorization: `Bearer ${token}` },
      endsAt: sentAt + lifeMs - Math.min(longestMarginMs, lifeMs / 4),
    }
  }

  async function headers(): Promise<Headers> {
    if (held !== undefined && now() < held.endsAt) return held.headers
    request ??= fetchToken().finally(() => {
      request = undefined
    })
    try {
      held = await request
      return held.headers
    } catch (error) {
      // The call that needed the token was not sent.
      if (error instanceof PortalError)
        throw new PortalError(error.code, error.message, { notSent: error.notSent ?? 'no token' })
      throw error
    }
  }

  return {
    headers,
    renew(refused) {
      if (held?.headers === refused) held = undefined
      return true
    },
  }
}

function tokenRequest({ tokenUrl, clientId, clientSecret, scope, sentIn }: ClientCredentials) {
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (scope !== undefined) form.set('scope', scope)
  if (sentIn === 'body') {
    form.set('client_id', clientId)
    form.set('client_secret', clientSecret)
  }
  const encoded = [clientId, clientSecret].map(encodeURIComponent)
  return {
    operation: 'POST token',
    url: tokenUrl,
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(sentIn === 'basic' && { authorization: basic(encoded[0] ?? '', encoded[1] ?? '') }),
    },
    body: form.toString(),
  } as const
}

const unauthorized = 401
const usualTimeoutMs = 10_000

interface CallOptions extends ProviderHooks {
  readonly authorization?: Authorization
  readonly timeoutMs?: number
}

/** Calls a BSS with the credentials of the portal, and once more with renewed ones. */
export function createBssCalls(options: CallOptions) {
  const { authorization, timeoutMs = usualTimeoutMs } = options
  const provider = createProvider('bss', options, logOutline)

  return async <Value>(
    how: 'send' | 'ask',
    call: Omit<ProviderCall<Value>, 'timeoutMs'>,
  ): Promise<ProviderAnswer<Value>> => {
    const attempt = async (granted: Headers) =>
      provider[how]({
        ...call,
        timeoutMs,
        headers: { accept: 'application/json', ...call.headers, ...granted },
        definite: [...(call.definite ?? []), unauthorized],
      })
    const granted = (await authorization?.headers()) ?? {}
    const answer = await attempt(granted)
    if (answer.ok || answer.status !== unauthorized || !authorization?.renew(granted)) return answer
    return attempt(await authorization.headers())
  }
}
