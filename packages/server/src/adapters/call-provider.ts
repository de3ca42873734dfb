import { setTimeout as sleep } from 'node:timers/promises'
import { PortalError } from '@nyanja/domain/errors'
import { parseJson } from '@nyanja/domain/json'
import { type Dispatcher, request } from 'undici'
import type { z } from 'zod'
import { noteCall, type SystemCall } from '../common/system-calls.ts'
import { traceHeaders, withSpan } from '../common/tracing.ts'
import { logExcerpt, type Quote } from './log-excerpt.ts'
import {
  type Admission,
  createProviderBulkhead,
  type NotSentReason,
  type ProviderBulkhead,
} from './provider-bulkhead.ts'
import { openConnections } from './provider-connections.ts'

export interface ProviderCall<Value> {
  /** The provider's name for the operation, for metrics and logs. */
  readonly operation: string
  readonly url: string
  /** Covers connecting, sending, the answer and, where a call may be repeated, all tries. */
  readonly timeoutMs: number
  /**
   * Schema of the successful answer: a JSON value, the text of any other content type, or undefined for an empty body.
   */
  readonly schema: z.ZodType<Value>
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  /** The body, serialised by the caller, because some providers sign the exact bytes. */
  readonly body?: string
  /** The statuses of answers that are definite with any body; web servers answer the usual ones with an HTML page. */
  readonly definite?: readonly number[]
  /** Result for a success with an unreadable body, where the effect is certain. Without it the call throws. */
  readonly fallback?: Value | undefined
  /** The provider's own code of its answer, where it has one. */
  readonly codeOf?: (answer: ProviderAnswer<Value>) => string | undefined
}

/**
 * `ok: false` is a definite refusal: a 4xx with a JSON body, or one that the call names, except 408, 425 and 429, which
 * are not definite.
 */
export type ProviderAnswer<Value> =
  | {
      readonly ok: true
      readonly status: number
      readonly value: Value
      readonly headers: Headers
    }
  | { readonly ok: false; readonly status: number; readonly error: unknown }

export interface ProviderRecord {
  readonly provider: string
  readonly operation: string
  readonly outcome: 'answered' | 'refused' | 'unreachable' | 'not_sent' | 'invalid_response'
  readonly durationMs: number
  /** The reason why a call was not sent. */
  readonly reason?: NotSentReason
  readonly status?: number
  /** The provider's own code. */
  readonly code?: string
  /** The fault of an invalid response: field names, never their values. */
  readonly fault?: string
  /** The beginning of an unreadable answer, without secrets and numbers. */
  readonly excerpt?: string | undefined
}

export interface ProviderHooks {
  /** Reports the provider once, before its first call. */
  readonly added?: (provider: string) => void
  /** Reports every try. */
  readonly observe?: (record: ProviderRecord) => void
  /** Waits between tries and polls. */
  readonly pause?: (ms: number) => Promise<unknown>
  /** Reports when the circuit opens and closes. */
  readonly toggled?: (provider: string, isOpen: boolean) => void
  /** The dispatcher of connections that need more than a usual request, such as a client certificate. */
  readonly dispatcher?: Dispatcher | undefined
  /** The limit of simultaneous calls; higher for a provider that answers only after the customer has. */
  readonly mostAtOnce?: number
}

export interface Provider {
  /** Makes one try. Every call that may move money must use it. */
  send<Value>(call: ProviderCall<Value>): Promise<ProviderAnswer<Value>>
  /** Retries when the provider was not reached: for tokens, keys, verifications and other reads. */
  ask<Value>(call: ProviderCall<Value>): Promise<ProviderAnswer<Value>>
}

const retryDelaysMs = [500, 1000, 2000]
const indefiniteStatuses = [408, 425, 429]
const usuallyAtOnce = 200
/** Far above the largest answer that is requested, a whole catalogue. */
const longestAnswer = 8 * 1024 * 1024

/** The failures before anything was sent: there was no connection, or none to a server that could be trusted. */
const connectFailures: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EMFILE',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const usualConnections = openConnections()
/** Gateways and proxies refuse some calls that name no program. */
const usualHeaders = { accept: '*/*', 'accept-encoding': 'gzip, deflate', 'user-agent': 'nyanja-portal' }

function toSystemCall({ provider, operation, outcome, status, code }: ProviderRecord): SystemCall {
  return {
    ...{ system: provider, operation, outcome },
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
  }
}

/** Tells whether the text is a code: a longer one, or one with other characters, may be about a person. */
const isCode = (code: string | undefined): code is string => code !== undefined && /^[\w.-]{1,24}$/.test(code)

interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly isJson: boolean
  /** The body was longer than the limit; the rest was not read. */
  readonly isCut: boolean
}

/**
 * Creates a provider that throws `provider_unreachable` when the effect of a call is unknown, and
 * `provider_broke_contract` for an invalid response. `quote` makes an excerpt of an invalid response that is safe to
 * log.
 */
export function createProvider(name: string, hooks: ProviderHooks = {}, quote: Quote = logExcerpt): Provider {
  const { added, observe, pause = sleep, toggled, dispatcher, mostAtOnce = usuallyAtOnce } = hooks
  added?.(name)
  const bulkhead = createProviderBulkhead({
    mostAtOnce,
    isConnectFailure: (thrown) => connectFailures.has(reasonOf(thrown)),
    toggled: (isOpen) => toggled?.(name, isOpen),
  })

  function failureOf(
    { code, message }: PortalError,
    reason: NotSentReason | undefined,
    reply: Reply | undefined,
  ): [ProviderRecord['outcome'], Partial<ProviderRecord>] {
    if (reason !== undefined) return ['not_sent', { reason }]
    if (code === 'provider_unreachable') return ['unreachable', {}]
    return ['invalid_response', { fault: message, ...(reply && { excerpt: quote(reply.text) }) }]
  }

  function attempt<Value>(call: ProviderCall<Value>): Promise<ProviderAnswer<Value>> {
    return withSpan({ name: `${name} ${call.operation}`, kind: 'client' }, (note) => attemptNoting(call, note))
  }

  async function attemptNoting<Value>(
    call: ProviderCall<Value>,
    note: (attributes: Readonly<Record<string, string>>) => void,
  ): Promise<ProviderAnswer<Value>> {
    const startedAt = performance.now()
    const report = (outcome: ProviderRecord['outcome'], more: Partial<ProviderRecord> = {}) => {
      note({ outcome })
      const record = {
        ...{ provider: name, operation: call.operation, outcome },
        durationMs: Math.round(performance.now() - startedAt),
        ...(reply && { status: reply.status }),
        ...more,
      }
      noteCall(toSystemCall(record))
      observe?.(record)
    }

    let reply: Reply | undefined
    let notSent: NotSentReason | undefined
    try {
      const admission = await exchange(() => converse(call, dispatcher), bulkhead)
      if (admission.outcome === 'not_sent') {
        notSent = admission.reason
        throw new PortalError('provider_unreachable', `not sent, ${notSent}`, { notSent })
      }
      reply = admission.value
      const answer = understand(call, reply)
      const code = call.codeOf?.(answer)
      report(answer.ok ? 'answered' : 'refused', isCode(code) ? { code } : {})
      return answer
    } catch (thrown) {
      if (!(thrown instanceof PortalError)) throw thrown
      report(...failureOf(thrown, notSent, reply))
      const { code, message } = thrown
      const failure = new PortalError(code, `${name} ${call.operation}: ${message}`, { notSent: thrown.notSent })
      return throwUnreachable(failure, call, reply)
    }
  }

  async function ask<Value>(call: ProviderCall<Value>): Promise<ProviderAnswer<Value>> {
    const endsAt = performance.now() + call.timeoutMs
    for (const delayMs of retryDelaysMs) {
      const timeoutMs = Math.max(1, Math.ceil(endsAt - performance.now()))
      try {
        return await attempt({ ...call, timeoutMs })
      } catch (error) {
        const isOver = bulkhead.isOpen || performance.now() + delayMs >= endsAt
        if (isOver || !(error instanceof PortalError) || error.code !== 'provider_unreachable') throw error
        // The delay has jitter, so that processes that failed together do not retry together.
        await pause(delayMs * (1 + Math.random() / 4))
      }
    }
    return attempt({ ...call, timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())) })
  }

  return { send: attempt, ask }
}

/** Tells why nothing was sent: undefined when something may have been sent. */
export function notSentReason(error: unknown): string | undefined {
  return error instanceof PortalError ? error.notSent : undefined
}

/** Returns the value of a call that a provider has no reason to refuse, and throws otherwise. */
export function demandValue<Value>(answer: ProviderAnswer<Value>, operation: string): Value {
  if (answer.ok) return answer.value
  throw new PortalError('provider_broke_contract', `${operation}: refused with HTTP ${answer.status}`)
}

async function exchange(talk: () => Promise<Reply>, bulkhead: ProviderBulkhead): Promise<Admission<Reply>> {
  try {
    return await bulkhead.pass(talk)
  } catch (thrown) {
    const reason = reasonOf(thrown)
    throw new PortalError('provider_unreachable', reason, connectFailures.has(reason) ? { notSent: reason } : {})
  }
}

async function converse<Value>(call: ProviderCall<Value>, dispatcher: Dispatcher = usualConnections): Promise<Reply> {
  const { url, timeoutMs, method = 'GET', headers, body } = call
  // The call follows no redirect: that would send credentials to another address.
  const response = await request(url, {
    method,
    headers: { ...usualHeaders, ...headers, ...traceHeaders() },
    body: body ?? null,
    signal: AbortSignal.timeout(timeoutMs),
    dispatcher,
  })
  const received = toHeaders(response.headers)
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(received.get('content-type') ?? '')
  return { status: response.statusCode, headers: received, isJson, ...(await textOf(response.body)) }
}

function toHeaders(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(received)) {
    for (const value of [values].flat()) headers.append(name, value)
  }
  return headers
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<Pick<Reply, 'text' | 'isCut'>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    // Leaving the loop closes the connection.
    if (length > longestAnswer) break
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)).normalize('NFC'), isCut: length > longestAnswer }
}

const isSuccess = ({ status }: Reply) => status >= 200 && status < 300

function understand<Value>({ schema, definite }: ProviderCall<Value>, reply: Reply): ProviderAnswer<Value> {
  const { status, headers } = reply
  if (definite?.includes(status)) return { ok: false, status, error: undefined }
  if (status >= 500 || indefiniteStatuses.includes(status)) {
    throw new PortalError('provider_unreachable', `HTTP ${status}`)
  }
  if (reply.isCut) throw new PortalError('provider_broke_contract', `HTTP ${status}, more than ${longestAnswer} bytes`)
  if (status >= 400 && reply.isJson && reply.text !== '') return { ok: false, status, error: read(reply) }
  if (!isSuccess(reply)) throw new PortalError('provider_broke_contract', `HTTP ${status}`)

  const parsed = schema.safeParse(read(reply))
  if (parsed.success) return { ok: true, status, value: parsed.data, headers }
  // Only paths are reported: the messages may quote received data.
  const paths = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole').join(', ')
  throw new PortalError('provider_broke_contract', `HTTP ${status}, unexpected at ${paths}`)
}

function throwUnreachable<Value>(error: PortalError, { fallback }: ProviderCall<Value>, reply?: Reply) {
  if (fallback === undefined || reply === undefined || !isSuccess(reply)) throw error
  const { status, headers } = reply
  return { ok: true, status, value: fallback, headers } as const
}

function read({ text, isJson, status }: Reply): unknown {
  if (text.trim() === '') return undefined
  if (!isJson) return text
  const value = parseJson(text)
  if (value === undefined)
    throw new PortalError('provider_broke_contract', `HTTP ${status}, not the JSON it claims to be`)
  return value
}

/** The kind of a network failure; its full text may contain the address and the request. */
function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'no answer'
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.name
}
