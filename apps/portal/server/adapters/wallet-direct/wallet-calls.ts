import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { PortalError } from '../../errors.ts'
import type { WalletConsent } from '../../payments/pin-wallet.ts'
import { replacingOnce } from '../cached.ts'
import { createProvider, type ProviderAnswer } from '../call-provider.ts'
import type { Quote } from '../log-excerpt.ts'
import { createAccessToken } from './access-token.ts'
import { type Answer, answerWith } from './envelope.ts'
import { defaultQueryTimeoutMs, type WalletDirectOptions } from './wallet-direct-options.ts'

export interface WalletCall<Result> {
  readonly operation: string
  readonly path: string
  readonly result: z.ZodType<Result>
  /** Absent: a GET. */
  readonly body?: object
}

export interface WalletCalls {
  /** A question; tried again when the platform is not reached. */
  ask<Result>(call: WalletCall<Result>): Promise<Answer<Result>>
  /** One try at something that has an effect. */
  report<Result>(call: WalletCall<Result>): Promise<Answer<Result>>
  /** The same, in the name of a customer. */
  reportFor<Result>(consent: WalletConsent, call: WalletCall<Result>): Promise<Answer<Result> | 'no_consent'>
}

type Reply<Result> = ProviderAnswer<Answer<Result>>

const Fault = z.object({ error: z.string() })
const consentLapsed = 'invalid_customer_token'

export function createWalletCalls(options: WalletDirectOptions): WalletCalls {
  const { name, baseUrl, opco, moveTimeoutMs = 30_000, queryTimeoutMs = defaultQueryTimeoutMs } = options
  const provider = createProvider(name, options, nothing)
  const token = createAccessToken(provider, options)

  async function exchange<Result>(
    kind: 'ask' | 'send',
    { operation, path, result, body }: WalletCall<Result>,
    consent?: WalletConsent,
  ): Promise<Reply<Result>> {
    const requestId = randomUUID()
    const endsAt = performance.now() + (kind === 'ask' ? queryTimeoutMs : moveTimeoutMs)
    const transmit = async (authorization: string) => {
      // Tokens may have taken their time: what may move money never sets out later than it may be under way.
      const timeoutMs = Math.ceil(endsAt - performance.now())
      if (timeoutMs <= 0) throw new PortalError('provider_unreachable', `${name} ${operation}: no time is left`)
      return provider[kind]({
        operation,
        url: `${baseUrl}${path}`,
        timeoutMs,
        schema: answerWith(result),
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
      return unauthorisedIn(reply) === consentLapsed ? 'no_consent' : answerIn(call, reply)
    },
  }
}

/** An answer that nobody understands may quote a PIN or a code. */
const nothing: Quote = () => undefined

/** A call without a good token has had no effect. */
function isLockedOut(reply: Reply<unknown>): boolean {
  const fault = unauthorisedIn(reply)
  return fault !== undefined && fault !== consentLapsed
}

/** Whose authority was not accepted, in the platform's word; undefined when that was not the trouble. */
function unauthorisedIn(reply: Reply<unknown>): string | undefined {
  if (reply.ok || reply.status !== 401) return undefined
  return Fault.safeParse(reply.error).data?.error ?? ''
}
