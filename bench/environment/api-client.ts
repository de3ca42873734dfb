const portalService = '/orp/bfe/api/portal-service'

export const apiHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'x-api-key': 'sandbox-key',
  'x-service-id': 'bench',
  'x-opco': 'MW',
  'x-product': 'ORP',
  'x-app-version': '1.0.0',
  'x-run-mode': 'PROD',
  'x-unmask-request': 'enable',
}

export const statusPath = (transactionId: string) => `${portalService}/transaction/v1/status?tid=${transactionId}`

export type PaymentMode = 'NYANJA_MONEY_PUSH' | 'PAYMENT_GATEWAY'

export interface Purchase {
  readonly msisdn: string
  /** Whole kwacha. */
  readonly amount: number
  readonly mode: PaymentMode
  readonly idempotencyKey: string
}

export interface Answer {
  readonly status: number
  readonly message: string
  readonly transactionId: string | undefined
  readonly transactionStatus: string | undefined
  readonly redirectUrl: string | undefined
}

/** Another channel, as far as the portal can tell. A call throws when no answer comes. */
export class ApiClient {
  readonly #origin: string
  readonly #timeoutMs: number

  constructor(origin: string, timeoutMs = 120_000) {
    this.#origin = origin
    this.#timeoutMs = timeoutMs
  }

  initiate({ msisdn, amount, mode, idempotencyKey }: Purchase): Promise<Answer> {
    const data = {
      amount,
      countryCode: '265',
      currencyCode: 'MWK',
      mobileNumber: msisdn,
      paymentMobile: msisdn,
      paymentMode: mode,
      transactionType: 'PREPAID_RECHARGE',
      ...(mode === 'PAYMENT_GATEWAY' && { paymentGateway: 'dpo', emailId: 'payer@example.com' }),
    }
    return this.#post('/transaction/v1/initiate', { data }, { 'idempotency-key': idempotencyKey })
  }

  process(transactionId: string, mode: PaymentMode, idempotencyKey?: string): Promise<Answer> {
    const headers: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    return this.#post('/transaction/v1/process', { data: { transactionId, paymentMode: mode } }, headers)
  }

  async status(transactionId: string): Promise<Answer> {
    const signal = AbortSignal.timeout(this.#timeoutMs)
    return readAnswer(await fetch(this.#origin + statusPath(transactionId), { headers: apiHeaders, signal }))
  }

  async #post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(this.#origin + portalService + path, {
      method: 'POST',
      headers: { ...apiHeaders, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(this.#timeoutMs),
    })
    return readAnswer(response)
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const body: { message?: string; result?: Record<string, string> } = await response.json()
  const { transactionId, transactionStatus, redirectUrl } = body.result ?? {}
  return { status: response.status, message: body.message ?? '', transactionId, transactionStatus, redirectUrl }
}
