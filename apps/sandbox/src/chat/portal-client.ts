import { isJsonObject, type Json, textAt } from '../core/json.ts'

/** What came back from a call, whether it went well or not. */
export interface Answer {
  readonly isGood: boolean
  /** The portal's own code; empty when no answer came. */
  readonly code: string
  /** For the customer to read. */
  readonly message: string
  readonly result: Json | undefined
}

/** The portal, as any channel other than the browser sees it. */
export interface PortalClient {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<Answer>
  /** `key`: the call may be repeated with it, and happens once. */
  post(path: string, body: object, key?: string): Promise<Answer>
}

export interface PortalClientOptions {
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
