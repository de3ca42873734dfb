import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { PortalError } from '@nyanja/domain/errors'
import type { Currency } from '@nyanja/domain/money/money'
import { day, minute, second } from '@nyanja/domain/time'
import { z } from 'zod'
import type { Refusal } from '../../payments/payment-gateway.ts'
import { createCached, replacingOnce } from '../cached.ts'
import {
  demandValue,
  type Provider,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderHooks,
} from '../call-provider.ts'

const Key = z.object({ data: z.object({ key: z.base64().min(1), valid_upto: z.string() }) })

/** Creates the same calls, with a signed body for everything that moves money. */
export function createSignedCalls(calls: AuthorisedCalls, now: () => number): AuthorisedCalls {
  const publicKey = createCached(async () => {
    const call = { operation: 'key', path: '/v1/rsa/encryption-keys', schema: Key }
    const { data } = demandValue(await calls.ask(call), 'open-api-money key')
    return { value: data.key, goodUntil: lastSafeMoment(data.valid_upto) }
  }, now)

  async function command<Value>(call: MoneyCall<Value>): Promise<ProviderAnswer<Value>> {
    const signedWith = (key: string) => calls.command(call, signMessage(call.body ?? '', key))
    const answer = await replacingOnce(publicKey, signedWith, isMismatched)
    if (!isMismatched(answer)) return answer
    throw new PortalError('provider_broke_contract', `open-api-money ${call.operation}: signature not accepted`)
  }

  return { ask: calls.ask, command }
}

/** Tells whether the refusal started nothing, so that a retry cannot move the money twice. */
const isMismatched = (answer: ProviderAnswer<unknown>): boolean => codeOf(answer) === codes.signatureMismatch

/** Computes the moment a day before `12-08-2024 21:29:26`, because the time zone of that is not documented. */
function lastSafeMoment(validUpto: string): number {
  const [, date, month, year, time] = /^(\d\d)-(\d\d)-(\d{4}) (\d\d:\d\d:\d\d)$/.exec(validUpto) ?? []
  const end = Date.parse(`${year}-${month}-${date}T${time}Z`)
  return Number.isNaN(end) ? 0 : end - day
}

interface MessageSecret {
  readonly key: Buffer
  readonly iv: Buffer
}

/** The two headers that authenticate a body, which is sent in plain text. */
type SignatureHeaders = { readonly 'x-signature': string; readonly 'x-key': string }

function newMessageSecret(): MessageSecret {
  return { key: randomBytes(32), iv: randomBytes(16) }
}

/** `publicKey` is base64 of the DER form, without armour, as issued by the provider. */
export function signMessage(body: string, publicKey: string, secret = newMessageSecret()): SignatureHeaders {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const plain = Buffer.from(`${secret.key.toString('base64')}:${secret.iv.toString('base64')}`)

  return {
    'x-signature': signatureOf(body, secret),
    'x-key': publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, plain).toString('base64'),
  }
}

export function signatureOf(body: string, { key, iv }: MessageSecret): string {
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  return Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]).toString('base64')
}

/** The fields of every answer next to its data, refusals included. Older installations send `result_code` alone. */
export const Status = z.object({
  status: z
    .object({
      response_code: z.string().optional(),
      result_code: z.string().optional(),
      success: z.boolean().optional(),
    })
    .optional(),
})

export const codes = {
  inProcess: 'DP00800001006',
  notFound: 'DP00800001025',
  ambiguous: 'DP00800001000',
  underWay: 'DP00800001024',
  signatureMismatch: 'DP00800001026',
  noSuchUser: 'DP02200000000',
} as const

/** The definite refusals of the push, the enquiry and the refund. */
export const refusalByCode: Readonly<Record<string, Refusal>> = {
  DP00800001002: 'wrong_pin',
  DP00800001003: 'limit_exceeded',
  DP00800001004: 'limit_exceeded',
  // The code is also sent for a PIN that was not entered, but a refused push has not asked for a PIN.
  DP00800001005: 'invalid_user',
  DP00800001007: 'insufficient_funds',
  DP00800001008: 'declined',
  DP00800001009: 'declined',
  DP00800001010: 'declined',
  DP00800001029: 'expired',
  ESB000011: 'refused',
}

/** The codes for faults of the portal or its settings: nothing was started. */
const faultCodes =
  /^(?:ESB000008|ESB00003[3-6]|ESB000039|ROUTER00[13567]|ROUTER11[24-6]|ROUTER119|DP02010001000|DP00800001026)$/

export function isFault(code: string | undefined): boolean {
  return code !== undefined && faultCodes.test(code)
}

export function codeOf(answer: ProviderAnswer<unknown>): string | undefined {
  const read = Status.safeParse(answer.ok ? answer.value : answer.error)
  return read.data?.status?.response_code ?? read.data?.status?.result_code
}

/** The connection of one market to its operator's wallet. */
export interface MoneyAccess extends ProviderHooks {
  /** The URL without a trailing slash. Each country has its own host. */
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** ISO code of the market: `MW`. */
  readonly country: string
  /** Currencies of the market's wallets; the first one is used without an amount. */
  readonly currencies: readonly [Currency, ...Currency[]]
  /** Whether bodies that move money are signed. */
  readonly signsMessages?: boolean
  readonly commandTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly now?: () => number
}

const defaultCommandTimeoutMs = minute
const defaultQueryTimeoutMs = 20 * second

export interface MoneyCall<Value> {
  readonly operation: string
  readonly path: string
  readonly schema: z.ZodType<Value>
  /** The currency of the amount in question. */
  readonly currency?: Currency
  /** The body; without it the call is a GET. */
  readonly body?: string
}

export interface AuthorisedCalls {
  /** Makes a query, which is retried when the provider is not reached. */
  ask<Value>(call: MoneyCall<Value>): Promise<ProviderAnswer<Value>>
  /** Makes a call that moves money, so it is made once. */
  command<Value>(call: MoneyCall<Value>, signature?: Readonly<Record<string, string>>): Promise<ProviderAnswer<Value>>
}

const Token = z.object({ access_token: z.string().min(1) })

// The provider's tokens expire after 180 s.
const tokenLifeMs = 150 * second

export function createAuthorisedCalls(provider: Provider, access: MoneyAccess): AuthorisedCalls {
  const { commandTimeoutMs = defaultCommandTimeoutMs, queryTimeoutMs = defaultQueryTimeoutMs, now = Date.now } = access
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
    command: (call, signature) =>
      withToken(call.operation, (bearer) => {
        const bare = authorised(call, access, bearer, commandTimeoutMs)
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
    codeOf,
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
