import { randomUUID } from 'node:crypto'
import { isJsonObject, type Json, type JsonObject, numberAt, objectsAt, textAt } from '../core/bodies.ts'
import type { Market } from '../core/market.ts'

/** The result of a call, successful or not. */
export interface Answer {
  readonly isGood: boolean
  /** The portal's own code; empty without an answer. */
  readonly code: string
  /** The text for the customer. */
  readonly message: string
  readonly result: Json | undefined
}

/** The portal's API, as any channel other than the browser uses it. */
interface PortalClient {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<Answer>
  /** `key` is an idempotency key with which the call may be repeated. */
  post(path: string, body: object, key?: string): Promise<Answer>
}

interface PortalClientOptions {
  readonly baseUrl: () => string
  readonly apiKey: string
  readonly opco: string
}

const portalService = '/orp/bfe/api/portal-service'
const timeoutsMs = 40_000

const silent: Answer = { isGood: false, code: '', message: 'I cannot reach Nyanja now.', result: undefined }

export function createPortalClient({ baseUrl, apiKey, opco }: PortalClientOptions): PortalClient {
  const headers = {
    'content-type': 'application/json',
    'x-api-key': apiKey,
    'x-service-id': 'chat',
    'x-opco': opco,
    'x-product': 'ORP',
    'x-app-version': '1.0.0',
    'x-run-mode': 'PROD',
    'x-unmask-request': 'enable',
  }

  async function call(path: string, init: RequestInit): Promise<Answer> {
    const signal = AbortSignal.timeout(timeoutsMs)
    const body: unknown = await fetch(`${baseUrl()}${portalService}${path}`, { ...init, signal }).then(
      (response) => response.json().catch(() => undefined),
      () => undefined,
    )
    return isJsonObject(body) ? answerIn(body) : silent
  }

  return {
    get: (path, query = {}) => call(`${path}?${new URLSearchParams(query)}`, { headers }),
    post: (path, body, key) =>
      call(path, {
        method: 'POST',
        headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
        body: JSON.stringify(body),
      }),
  }
}

function answerIn(body: { readonly [key: string]: Json }): Answer {
  const code = textAt(body, 'statusCode') ?? ''
  const isGood = code === '200' || textAt(body, 'status')?.toLowerCase() === 'success'
  return { isGood, code, message: textAt(body, 'message') ?? '', result: body.result }
}

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }

interface TypedCode {
  readonly refId: string
  readonly otp: string
}

/** Encrypts a code for the portal, and for this code only. `publicKey` is base64 of a DER SPKI. */
async function sealCode(publicKey: string, { refId, otp }: TypedCode): Promise<string> {
  const spki = Uint8Array.from(Buffer.from(publicKey, 'base64'))
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(`v1|${refId}|${otp}`))
  return Buffer.from(sealed).toString('base64')
}

interface Limits {
  readonly min: number
  readonly max: number
}

export interface Offer {
  readonly productCode: string
  readonly name: string
  readonly amount: number
}

/** A payment method: `type` is the portal's option code. */
export interface PaymentMethod {
  readonly type: string
  readonly name: string
}

interface Buying {
  readonly number: string
  readonly amount: string
  readonly productCode?: string
}

interface Paying extends Buying {
  readonly payer: string
  readonly mode: string
  readonly uniqueCode?: string
}

type Reading<Value> = { readonly value: Value } | { readonly problem: Answer }

function read<Value>(answer: Answer, value: (result: Answer['result']) => Value | undefined): Reading<Value> {
  const found = answer.isGood ? value(answer.result) : undefined
  return found === undefined ? { problem: answer } : { value: found }
}

const typeOf = ({ productCode }: Buying) => (productCode === undefined ? 'PREPAID_RECHARGE' : 'PREPAID_BUNDLES')

/** The API calls of the chat. */
export function createPortalCalls(client: PortalClient, { callingCode, currency, sellsUnits }: Market) {
  const config = () => client.get('/resource/v1/get-product-config')

  return {
    lineType: async (msisdn: string): Promise<Reading<string>> =>
      read(await client.post('/subscriber/line-type', { msisdn }), (result) => textAt(result)),

    limits: async (): Promise<Reading<Limits>> =>
      read(await config(), (result) => {
        const min = numberAt(result, 'configData', 'preMinAmnt')
        const max = numberAt(result, 'configData', 'preMaxAmnt')
        return min === undefined || max === undefined ? undefined : { min, max }
      }),

    offers: async (msisdn: string): Promise<Reading<readonly Offer[]>> =>
      read(await client.post('/product/v1/bundle', { data: { msisdn } }), (result) =>
        Array.isArray(result) ? result.filter(isJsonObject).map(offerIn) : undefined,
      ),

    async methods(buying: Buying): Promise<Reading<readonly PaymentMethod[]>> {
      const { number: mobileNumber, amount } = buying
      const query = { amount, mobileNumber, transactionType: typeOf(buying) }
      return read(await client.post('/transaction/v1/payment-options', query), (result) =>
        isJsonObject(result) ? objectsAt(result, 'paymentOption').map(readMethod) : undefined,
      )
    },

    sendCode: async (msisdn: string): Promise<Reading<string>> =>
      read(await client.post('/optimus/otp/send', { data: { msisdn, paymentMode: 'AIR_TIME' } }), (result) =>
        textAt(result, 'refId'),
      ),

    resendCode: async (refId: string): Promise<Reading<string>> =>
      read(await client.post('/optimus/otp/resend', { data: { refId } }), (result) => textAt(result, 'refId')),

    /** The code leaves the chat encrypted. */
    async verifyCode(refId: string, otp: string): Promise<Reading<string>> {
      const key = await config()
      if (!key.isGood) return { problem: key }
      const keyId = textAt(key.result, 'configData', 'encryptionKeyDetails', 'keyId')
      const publicKey = textAt(key.result, 'configData', 'encryptionKeyDetails', 'key') ?? ''
      const sealed = await sealCode(publicKey, { refId, otp })
      return read(await client.post('/optimus/otp/verify', { data: { refId, otp: sealed, keyId } }), (result) =>
        textAt(result, 'uniqueCode'),
      )
    },

    initiate: async ({ number, payer, mode, amount, productCode, uniqueCode }: Paying): Promise<Reading<string>> => {
      const data = {
        ...(sellsUnits && productCode === undefined ? { unit: amount } : { amount }),
        countryCode: callingCode,
        currencyCode: currency,
        mobileNumber: number,
        paymentMobile: payer,
        paymentMode: mode,
        transactionType: typeOf({ number, amount, ...(productCode !== undefined && { productCode }) }),
        productCode,
        uniqueCode,
      }
      return read(await client.post('/transaction/v1/initiate', { data }, randomUUID()), (result) =>
        textAt(result, 'transactionId'),
      )
    },

    process: (transactionId: string, paymentMode: string): Promise<Answer> =>
      client.post('/transaction/v1/process', { data: { transactionId, paymentMode } }, randomUUID()),

    status: (tid: string): Promise<Answer> => client.get('/transaction/v1/status', { tid }),
  }
}

export type PortalCalls = ReturnType<typeof createPortalCalls>

function offerIn(bundle: JsonObject): Offer {
  return {
    productCode: textAt(bundle, 'productCode') ?? '',
    name: textAt(bundle, 'name') ?? '',
    amount: numberAt(bundle, 'amount') ?? 0,
  }
}

function readMethod(option: JsonObject): PaymentMethod {
  return { type: textAt(option, 'type') ?? '', name: textAt(option, 'name') ?? '' }
}
