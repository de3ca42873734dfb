import { randomUUID } from 'node:crypto'
import { PortalError } from '@nyanja/domain/errors'
import type { Currency } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { WalletConsent } from '../../payments/pin/pin-wallet.ts'
import { type Cached, createCached, type Kept, replacingOnce } from '../cached.ts'
import {
  createProvider,
  demandValue,
  type Provider,
  type ProviderAnswer,
  type ProviderHooks,
} from '../call-provider.ts'
import type { Quote } from '../log-excerpt.ts'

/** The connection of one market to one wallet brand on its operator's platform. */
export interface PinWalletOptions extends ProviderHooks {
  /** The gateway's name, for metrics and logs. */
  readonly name: string
  /** The URL without a trailing slash. */
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** ISO code of the market: `MW`. */
  readonly opco: string
  /** Calling code of the market: `265`. */
  readonly countryCode: string
  /** The currencies of the market's wallets. */
  readonly currencies: readonly Currency[]
  /** The platform's name of the brand: `NYANJA_MONEY`, `KS`. */
  readonly paymentMode: string
  readonly firstEnquiryAfterMs?: number
  readonly commandTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly now?: () => number
}

const defaultQueryTimeoutMs = 15_000

/** A business answer. The codes are the platform's own, as text: one of them is not a number. */
export type Answer<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly code: string; readonly message?: string; readonly result: unknown }

const longestMessage = 200

const Envelope = z.object({
  // The code must be short, because it is logged.
  statusCode: z.union([z.int(), z.string().regex(/^\w{1,10}$/)]).transform(String),
  status: z.string(),
  message: z.string().nullish(),
  result: z.unknown(),
})

/** Reads the content of the envelope: a result of this schema, or the code of a refusal. */
function answerWith<Result>(schema: z.ZodType<Result>) {
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

const Token = z.object({ access_token: z.string().min(1), token_type: z.string(), expires_in: z.number().positive() })

// The longest duration of a call once it has its token.
const marginMs = 30_000

/** The merchant's authorisation, as the header requires it. */
function createAccessToken(provider: Provider, options: PinWalletOptions): Cached<string> {
  const { now = Date.now } = options
  return createCached(() => fetchToken(provider, options, now), now)
}

async function fetchToken(
  provider: Provider,
  { name, baseUrl, clientId, clientSecret, queryTimeoutMs = defaultQueryTimeoutMs }: PinWalletOptions,
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

export interface WalletCall<Result> {
  readonly operation: string
  readonly path: string
  readonly result: z.ZodType<Result>
  /** The body; without it the call is a GET. */
  readonly body?: object
}

export interface PinWalletCalls {
  /** Makes a query, which is retried when the platform is not reached. */
  ask<Result>(call: WalletCall<Result>): Promise<Answer<Result>>
  /** Makes a call that has an effect, so it is made once. */
  report<Result>(call: WalletCall<Result>): Promise<Answer<Result>>
  /** Works like `report`, on behalf of a customer. */
  reportFor<Result>(consent: WalletConsent, call: WalletCall<Result>): Promise<Answer<Result> | 'no_consent'>
}

type Reply<Result> = ProviderAnswer<Answer<Result>>

const Fault = z.object({ error: z.string() })
const consentLapsed = 'invalid_customer_token'

export function createPinWalletCalls(options: PinWalletOptions): PinWalletCalls {
  const { name, baseUrl, opco, commandTimeoutMs = 30_000, queryTimeoutMs = defaultQueryTimeoutMs } = options
  const provider = createProvider(name, options, nothing)
  const token = createAccessToken(provider, options)

  async function exchange<Result>(
    kind: 'ask' | 'send',
    { operation, path, result, body }: WalletCall<Result>,
    consent?: WalletConsent,
  ): Promise<Reply<Result>> {
    const requestId = randomUUID()
    const endsAt = performance.now() + (kind === 'ask' ? queryTimeoutMs : commandTimeoutMs)
    const transmit = async (authorization: string) => {
      // Getting tokens may take time: a call that may move money must not start after its deadline.
      const timeoutMs = Math.ceil(endsAt - performance.now())
      if (timeoutMs <= 0) throw new PortalError('provider_unreachable', `${name} ${operation}: no time is left`)
      return provider[kind]({
        operation,
        url: `${baseUrl}${path}`,
        timeoutMs,
        schema: answerWith(result),
        codeOf: (reply) => (reply.ok && 'code' in reply.value ? reply.value.code : undefined),
        headers: {
          authorization,
          accept: 'application/json',
          'x-opco': opco,
          'x-request-id': requestId,
          ...(consent && { 'x-customer-authorization': consent.token }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    }

    return replacingOnce(token, transmit, isLockedOut)
  }

  function answerIn<Result>({ operation }: WalletCall<Result>, reply: Reply<Result>): Answer<Result> {
    if (reply.ok) return reply.value
    throw new PortalError('provider_broke_contract', `${name} ${operation}: refused with HTTP ${reply.status}`)
  }

  return {
    ask: async (call) => answerIn(call, await exchange('ask', call)),
    report: async (call) => answerIn(call, await exchange('send', call)),
    async reportFor(consent, call) {
      const reply = await exchange('send', call, consent)
      return findAuthorisationFault(reply) === consentLapsed ? 'no_consent' : answerIn(call, reply)
    },
  }
}

/** An unreadable answer may quote a PIN or a code. */
const nothing: Quote = () => undefined

/** A call without a valid token has had no effect. */
function isLockedOut(reply: Reply<unknown>): boolean {
  const fault = findAuthorisationFault(reply)
  return fault !== undefined && fault !== consentLapsed
}

/** The rejected authorisation, in the platform's terms; undefined for another fault. */
function findAuthorisationFault(reply: Reply<unknown>): string | undefined {
  if (reply.ok || reply.status !== 401) return undefined
  return Fault.safeParse(reply.error).data?.error ?? ''
}
