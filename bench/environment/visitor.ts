import { setTimeout as sleep } from 'node:timers/promises'
import type { SandboxControl } from './sandbox-control.ts'

const mostTries = 60

/** A browser without script: it posts forms and follows redirects. */
export class Visitor {
  readonly #origin: string
  readonly #publicOrigin: string
  /** An address of its own, so that its rate limits concern this visitor alone. */
  readonly #address = `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.')}`

  /** `publicOrigin` is needed where the process is one of several and listens elsewhere. */
  constructor(origin: string, publicOrigin = origin) {
    this.#origin = origin
    this.#publicOrigin = publicOrigin
  }

  /** Returns the path to which the portal redirects. While the portal is too busy, the visitor retries. */
  async post(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const response = await retryWhileBusy(() =>
      fetch(this.#origin + path, {
        method: 'POST',
        headers: { origin: this.#publicOrigin, 'x-forwarded-for': this.#address },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    )
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${path} did not redirect: HTTP ${response.status}`)
    const { pathname, search } = new URL(location, this.#publicOrigin)
    return pathname + search
  }
}

/** Repeats a call every second while the answer is HTTP 503. Returns the last answer. */
export async function retryWhileBusy<Answer extends { readonly status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; tries < mostTries; tries += 1) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await sleep(1_000)
  }
  return ask()
}

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

interface Purchase {
  readonly msisdn: string
  /** The amount is in whole kwacha. */
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

/** Another channel, as the portal sees it. A call throws when no answer arrives. */
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

/**
 * Initiates a payment and hands it over to its provider; while the portal is too busy, it retries. Returns the
 * payment's id, and throws when it is refused.
 */
export async function payPatiently(client: ApiClient, purchase: Purchase): Promise<string> {
  const { transactionId, status, message } = await retryWhileBusy(() => client.initiate(purchase))
  if (transactionId === undefined) throw new Error(`The payment was not initiated: HTTP ${status} ${message}`)
  await retryWhileBusy(() => client.process(transactionId, purchase.mode))
  return transactionId
}

async function readAnswer(response: Response): Promise<Answer> {
  const body: { message?: string; result?: Record<string, string> } = await response.json()
  const { transactionId, transactionStatus, redirectUrl } = body.result ?? {}
  return { status: response.status, message: body.message ?? '', transactionId, transactionStatus, redirectUrl }
}

/** A demo line that is recharged by its own wallet. */
const msisdn = '999000101'
const router = '999000072'
const billedLine = '999000050'
const checkTimeoutMs = 30_000

interface OwnOrder {
  readonly rechargePath: string
  readonly paymentPath: string
}

/** Types a number and then an amount, as a visitor without script does. */
export async function makeOrder(visitor: Visitor): Promise<OwnOrder> {
  const rechargePath = await visitor.post('/prepaid-recharge', { msisdn })
  const paymentPath = await visitor.post('/prepaid-recharge', { msisdn, amount: '500' })
  return { rechargePath: rechargePath.replace(/#.*/, ''), paymentPath }
}

/** Types the number of a bill, and returns the address of the page that asks whose it is. */
export const askForBill = (visitor: Visitor): Promise<string> =>
  visitor.post('/postpaid-bill-pay', { msisdn: billedLine })

/** Types an account with this number of open invoices, and returns the address of its list. */
export async function askForInvoices(visitor: Visitor, sandbox: SandboxControl, count: number): Promise<string> {
  const account = `E${String(Date.now()).slice(-10)}`
  await sandbox.makeAccount(account, count)
  return visitor.post('/orp/fixed-internet', { account, email: 'bench@example.com' })
}

/** Types the number of a router, for which this many more bundles are sold, and returns the address of its list. */
export async function askForBundles(visitor: Visitor, sandbox: SandboxControl, count: number): Promise<string> {
  await sandbox.offerBundles('HBB', count)
  return visitor.post('/data-bundle', { msisdn: router })
}

/** Pays by push through the JSON API, and returns the id of the delivered payment. */
export async function payOnce(origin: string, sandbox: SandboxControl): Promise<string> {
  await sandbox.approvePrompts(0)
  const client = new ApiClient(origin)
  const purchase = { msisdn, amount: 500, mode: 'NYANJA_MONEY_PUSH', idempotencyKey: crypto.randomUUID() } as const
  const transactionId = await payPatiently(client, purchase)
  const giveUpAt = Date.now() + checkTimeoutMs
  while ((await client.status(transactionId)).transactionStatus !== 'SUCCESS') {
    if (Date.now() > giveUpAt) throw new Error(`The payment ${transactionId} did not succeed`)
    await sleep(100)
  }
  return transactionId
}
