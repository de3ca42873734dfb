import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Currency } from '@nyanja/domain/money/money'
import { hour, minute } from '@nyanja/domain/time'
import { z } from 'zod'
import type { Refusal } from '../../payments/payment-gateway.ts'
import { type Cached, createCached } from '../cached.ts'
import {
  demandValue,
  type Provider,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderHooks,
} from '../call-provider.ts'

export interface MpesaOptions extends ProviderHooks {
  /** The URL without the market and a trailing slash: `https://openapi.m-pesa.com/openapi/ipg/v2`. */
  readonly baseUrl: string
  /** M-Pesa's name of the market in its addresses: `vodacomDRC`. */
  readonly market: string
  /** M-Pesa's name of the country: `DRC`. */
  readonly country: string
  /** Calling code of the market: `243`. */
  readonly countryCode: string
  readonly currencies: readonly Currency[]
  readonly apiKey: string
  /** The platform's key: base64 of the DER form, without armour. The sandbox and production have different ones. */
  readonly publicKey: string
  readonly serviceProviderCode: string
  /** The origin as registered with the provider. */
  readonly origin?: string
  /** The life as set in the provider's portal; a session that expires earlier is replaced when it is refused. */
  readonly sessionLifeMs?: number
  /** The time that a start waits for the answer before it returns and leaves the call running. */
  readonly answerWithinMs?: number
  /** The time for which a prompt may stay on the handset. */
  readonly promptLifeMs?: number
  readonly commandTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly firstEnquiryAfterMs?: number
  /** A call that outlasted its start has ended: the payment should be verified now. */
  readonly answered?: (id: string) => void
  readonly now?: () => number
}

/** Each collection call stays open until the customer has entered the PIN. */
export const callsAtOnce = 1_000

const defaultCommandTimeoutMs = 2 * minute
const defaultQueryTimeoutMs = 30_000

/** The fields of every answer, refusals included. */
const Answer = z.object({
  output_ResponseCode: z.string(),
  output_ThirdPartyConversationID: z.string().optional(),
  output_ResponseTransactionStatus: z.string().optional(),
  output_OriginalTransactionID: z.string().optional(),
})

export type MpesaAnswer = ProviderAnswer<z.infer<typeof Answer>>

export const codes = { processed: 'INS-0', invalidKey: 'INS-2', failed: 'INS-6', duplicate: 'INS-10' } as const

/** Definite refusals: no money can move. Every other code leaves that open. */
export const refusalByCode: Readonly<Record<string, Refusal>> = {
  'INS-5': 'cancelled_by_customer',
  'INS-6': 'declined',
  'INS-990': 'limit_exceeded',
  'INS-995': 'declined',
  'INS-996': 'declined',
  'INS-2006': 'insufficient_funds',
  'INS-2051': 'invalid_user',
}

/** The codes for faults of the portal or its settings: nothing was started. */
const faults = [
  ...[codes.invalidKey, 'INS-4', 'INS-13', 'INS-14', 'INS-15', 'INS-17', 'INS-18', 'INS-19', 'INS-20', 'INS-21'],
  ...['INS-22', 'INS-24', 'INS-25', 'INS-26', 'INS-993', 'INS-994', 'INS-997', 'INS-998'],
  ...['INS-2001', 'INS-2002', 'INS-2057'],
]

export function isFault(code: string | undefined): boolean {
  return code !== undefined && faults.includes(code)
}

/** Four different refusals have HTTP status 401, so only the code counts. */
export function codeOf(answer: ProviderAnswer<unknown>): string | undefined {
  return Answer.safeParse(answer.ok ? answer.value : answer.error).data?.output_ResponseCode
}

interface Session {
  readonly bearer: string
  readonly openedAt: number
}

const Opened = z.object({ output_ResponseCode: z.literal('INS-0'), output_SessionID: z.string().min(1) })

const defaultLifeMs = hour

/** The session shared by all calls. */
function createSession(provider: Provider, options: MpesaOptions): Cached<Session> {
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

/** Proves possession of the secret without revealing it; each one is new. */
export function bearerOf(secret: string, publicKey: string): string {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(secret)).toString('base64')
}

export type Parameters = Readonly<Record<string, string>>

export interface MpesaCalls {
  /** Makes a query, which is retried when M-Pesa is not reached. */
  ask(operation: string, path: string, parameters: Parameters): Promise<MpesaAnswer>
  /** Makes a call that moves money, so it is made once. */
  command(operation: string, path: string, move: MpesaCommand): Promise<MpesaAnswer>
}

export interface MpesaCommand {
  readonly method: 'POST' | 'PUT'
  readonly parameters: Parameters
}

/** A new session may take 30 s to become valid. */
const timeoutsMs = [1000, 2000, 4000, 8000, 15_000]
const youthMs = 30_000

export function createMpesaCalls(provider: Provider, options: MpesaOptions): MpesaCalls {
  const { commandTimeoutMs = defaultCommandTimeoutMs, queryTimeoutMs = defaultQueryTimeoutMs } = options
  const { now = Date.now, pause = sleep, country, serviceProviderCode } = options
  const kept = createSession(provider, options)
  const common = { input_Country: country, input_ServiceProviderCode: serviceProviderCode }

  /** Repeats calls that were refused for an invalid session: they started nothing. */
  async function withSession(transmit: (bearer: string) => Promise<MpesaAnswer>): Promise<MpesaAnswer> {
    let session = await kept.get()
    let answer = await transmit(session.bearer)
    if (isLockedOut(answer) && now() >= session.openedAt + youthMs) {
      kept.forget(session)
      session = await kept.get()
      answer = await transmit(session.bearer)
    }
    for (const ms of timeoutsMs) {
      if (!isLockedOut(answer)) break
      await pause(ms)
      answer = await transmit(session.bearer)
    }
    return answer
  }

  return {
    ask(operation, path, parameters) {
      const query = new URLSearchParams({ ...parameters, ...common })
      const call = { operation, timeoutMs: queryTimeoutMs, method: 'GET', codeOf } as const
      return withSession((bearer) => provider.ask({ ...call, ...addressed(`${path}/?${query}`, bearer, options) }))
    },
    command(operation, path, { method, parameters }) {
      const body = JSON.stringify({ ...parameters, ...common })
      const call = { operation, timeoutMs: commandTimeoutMs, method, body, codeOf }
      return withSession((bearer) => provider.send({ ...call, ...addressed(`${path}/`, bearer, options) }))
    },
  }
}

function addressed(path: string, bearer: string, { baseUrl, market, origin = '*' }: MpesaOptions) {
  return {
    url: `${baseUrl}/${market}/${path}`,
    schema: Answer,
    headers: { authorization: `Bearer ${bearer}`, origin, 'content-type': 'application/json' },
  } satisfies Partial<ProviderCall<unknown>>
}

function isLockedOut(answer: MpesaAnswer): boolean {
  const code = codeOf(answer)
  return !answer.ok && answer.status === 401 && (code === undefined || code === codes.invalidKey)
}
