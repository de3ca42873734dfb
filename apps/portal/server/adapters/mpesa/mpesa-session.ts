import { z } from 'zod'
import { demandValue, type Provider } from '../call-provider.ts'
import { bearerOf } from './bearer.ts'
import { defaultQueryTimeoutMs, type MpesaOptions } from './mpesa-options.ts'

export interface Session {
  readonly bearer: string
  readonly openedAt: number
}

export interface Sessions {
  /** The one session of all calls. Callers that come while it is being opened share the one opening. */
  current(): Promise<Session>
  /** Opens another at the next use, unless that has been done since this one was handed out. */
  forget(session: Session): void
}

const Opened = z.object({ output_ResponseCode: z.literal('INS-0'), output_SessionID: z.string().min(1) })

const defaultLifeMs = 3_600_000

export function createSessions(provider: Provider, options: MpesaOptions): Sessions {
  const { sessionLifeMs = defaultLifeMs, now = Date.now } = options
  let session: Session | undefined
  let underway: Promise<Session> | undefined

  async function open(): Promise<Session> {
    try {
      const { output_SessionID } = demandValue(await provider.ask(sessionCall(options)), 'mpesa session')
      session = { bearer: bearerOf(output_SessionID, options.publicKey), openedAt: now() }
      return session
    } finally {
      underway = undefined
    }
  }

  return {
    async current() {
      if (session !== undefined && now() < session.openedAt + sessionLifeMs) return session
      underway ??= open()
      return underway
    },
    forget(refused) {
      if (session === refused) session = undefined
    },
  }
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
