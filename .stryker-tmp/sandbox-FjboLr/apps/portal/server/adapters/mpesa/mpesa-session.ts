// @ts-nocheck
import { z } from 'zod'
import { type Cached, createCached } from '../cached.ts'
import { demandValue, type Provider } from '../call-provider.ts'
import { bearerOf } from './bearer.ts'
import { defaultQueryTimeoutMs, type MpesaOptions } from './mpesa-options.ts'

export interface Session {
  readonly bearer: string
  readonly openedAt: number
}

const Opened = z.object({ output_ResponseCode: z.literal('INS-0'), output_SessionID: z.string().min(1) })

const defaultLifeMs = 3_600_000

/** The one session of all calls. */
export function createSession(provider: Provider, options: MpesaOptions): Cached<Session> {
  const { sessionLifeMs = defaultLifeMs, now = Date.now } = options
  return createCached(async () => {
    const { output_SessionID } = demandValue(await provider.ask(sessionCall(options)), 'mpesa session')
    const openedAt = now()
    const value = { bearer: bearerOf(output_SessionID, options.publicKey), openedAt }
    return { value, goodUntil: openedAt + sessionLifeMs }
  }, now)
}

function sessionCall(options: MpesaOptions) {
  const { baseUrl, market, apiKey, publicKey, origin = '*', queryTimeoutMs = defaultQueryTimeoutMs } = options
  return {
    operation: 'session',
    url: `${baseUrl}/${market}/getSession/`,
    timeoutMs: queryTimeoutMs,
    schema: Opened,
    headers: {
      authorization: `Bearer ${bearerOf(apiKey, publicKey)}`,
      origin,
      'content-type': 'application/json',
    },
  }
}
