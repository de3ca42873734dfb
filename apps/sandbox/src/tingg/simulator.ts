import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Issuer } from '../bank/bank.ts'
import { type CardProcessor, pathsBelow, registerHostedCard } from '../bank/hosted-card.ts'
import { inScopes, isJsonObject, textAt } from '../core/bodies.ts'
import type { Callback, CallbackAnswer } from '../core/callbacks.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { Tokens } from '../core/tokens.ts'
import { registerControlRoutes } from './control-routes.ts'
import { raise } from './express.ts'
import {
  type CheckoutRequest,
  conclude,
  createLedger,
  getStatus,
  type RequestStatus,
  type Simulation,
  unacknowledged,
} from './ledger.ts'
import { refundBy } from './refund.ts'
import {
  type Answer,
  BodyFields,
  detailsOf,
  notAllowed,
  notFound,
  notJson,
  refusal,
  success,
  unauthorised,
  unknownPath,
  type ViewOptions,
} from './views.ts'

const acknowledgements: readonly RequestStatus[] = [183, 180, 188]

const acknowledgementIn = (code: string): RequestStatus | undefined =>
  acknowledgements.find((status) => String(status) === code)

/**
 * A merchant answers 183 to accept the money, 180 to repay the customer, and 188 to leave it open. Final states do not
 * change.
 */
function acknowledge(request: CheckoutRequest, status: RequestStatus): boolean {
  if (!unacknowledged.includes(request.status)) return request.status === status
  request.status = status
  request.isPaidBack = status === 180
  return true
}

// The two spellings are Tingg's.
const required = [
  'acknowledgement_amount',
  'acknowledgement_type',
  'acknowledgement_narration',
  'acknowledgment_reference',
  'merchant_transaction_id',
  'status_code',
  'currency_code',
]

/** The merchant's acknowledgement by a separate call. */
function acknowledgeBy(fields: BodyFields, { requests, serviceCode }: Simulation): Answer {
  if (fields.text('service_code') !== serviceCode) return notAllowed
  const missing = fields.firstMissing(required)
  if (missing !== undefined) return refusal(400, `Missing ${missing}`)
  const request = requests.find('reference', fields.text('merchant_transaction_id'))
  if (request === undefined) return notFound

  const status = acknowledgementIn(fields.text('status_code'))
  const isWhole =
    fields.minor('acknowledgement_amount') === request.payment?.sum.minor &&
    fields.text('currency_code') === request.payment?.sum.currency
  if (status === undefined || !isWhole || !acknowledge(request, status)) return refusal(422, 'Invalid request')
  return success('Acknowledgement received', { merchant_transaction_id: request.reference })
}

type Operation = (fields: BodyFields, simulation: Simulation) => Answer

const operations: readonly (readonly [name: string, path: string, operation: Operation])[] = [
  ['express', 'checkout-request/express-request', raise],
  ['acknowledge', 'acknowledgement/request', acknowledgeBy],
  ['refund', 'refund/request', refundBy],
]

const base = '/tingg/v3/checkout-api'

/** Merchants' servers use the API with a bearer token and the API key. */
function registerApiRoutes(app: FastifyInstance, simulation: Simulation): void {
  const { requests, serviceCode, tokens, apiKey } = simulation
  app.setErrorHandler((_error, _request, reply) => send(reply, notJson))
  app.addHook('preHandler', async ({ headers }, reply) => {
    if (headers.apikey !== apiKey || tokens.grantOf(headers.authorization) === undefined)
      return send(reply, unauthorised)
  })

  for (const [name, path, operation] of operations) {
    app.post(`${base}/${path}`, { config: { provider: 'tingg', operation: name } }, async ({ body }, reply) =>
      send(reply, isJsonObject(body) ? operation(new BodyFields(body), simulation) : notJson),
    )
  }

  app.get<{ Params: { service: string; reference: string } }>(
    `${base}/query/:service/:reference`,
    { config: { provider: 'tingg', operation: 'query' } },
    async ({ params }, reply) => {
      if (params.service !== serviceCode) return send(reply, notAllowed)
      const request = requests.find('reference', params.reference)
      if (request === undefined) return send(reply, notFound)
      const view = { status: getStatus(requests, request), serviceCode }
      return send(reply, success('Success', detailsOf(request, view)))
    },
  )
}

const send = (reply: FastifyReply, { http, body }: Answer): FastifyReply => reply.code(http).send(body)

/** The post is repeated every 30 seconds for a day. */
const retryAfterMs = Array.from({ length: 2 * 60 * 24 }, () => 30_000)

/**
 * Tingg posts without a signature to the address in the request, and repeats until the answer's body acknowledges it.
 */
export function notificationOf(request: CheckoutRequest, view: ViewOptions): Callback {
  const body = { ...detailsOf(request, view), request_status_code: String(view.status) }
  return {
    provider: 'tingg',
    url: request.callbackUrl,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    retryAfterMs,
    // A request that the merchant has acknowledged in the meantime needs no further notification.
    isReceipt: (answer) => isAcknowledged(request, answer) || request.status !== view.status,
  }
}

/** The answer is the merchant's acknowledgement; a bare 200 is none. */
function isAcknowledged(request: CheckoutRequest, { status, body }: CallbackAnswer): boolean {
  const acknowledgement = status === 200 ? acknowledgementIn(statusCodeIn(body)) : undefined
  if (acknowledgement === undefined) return false
  acknowledge(request, acknowledgement)
  return true
}

function statusCodeIn(body: string): string {
  try {
    const answer: unknown = JSON.parse(body)
    return isJsonObject(answer) ? (textAt(answer, 'status_code') ?? '') : ''
  } catch {
    return ''
  }
}

const pagePath = '/tingg/checkout'

const closedText: Partial<Record<RequestStatus, string>> = {
  129: 'The time for this payment has passed',
  179: 'The time for this payment has passed',
  180: 'This payment was rejected by the shop',
}

/** The hosted page: a failed attempt leaves the request open, and so does a visitor who cancels. */
function createCardProcessor(simulation: Simulation): CardProcessor<CheckoutRequest> {
  const { requests } = simulation
  return {
    provider: 'tingg',
    name: 'Tingg by Cellulant',
    tint: '#7a1f5c',
    ...pathsBelow(pagePath),
    find: (id) => requests.find('id', id),
    referenceOf: ({ reference }) => reference,
    isOpen: (request) => requests.isWaiting(request),
    closedText: (request) => closedText[getStatus(requests, request)] ?? 'This payment is done',
    pay: (request) => conclude(request, 'paid', simulation),
    decline: (request) => conclude(request, 'failed_attempt', simulation),
    cancel: () => {},
    backLink: backLinkOf,
  }
}

function backLinkOf({ payment, successUrl, failUrl, reference, checkoutRequestId }: CheckoutRequest): string {
  const url = new URL(payment === undefined ? failUrl : successUrl)
  url.searchParams.append('merchant_transaction_id', reference)
  url.searchParams.append('checkout_request_id', String(checkoutRequestId))
  return url.href
}

export interface TinggOptions {
  /** The issuer that confirms every card payment. */
  readonly issuer: Issuer
  readonly apiKey?: string
  readonly clientId?: string
  readonly clientSecret?: string
  readonly serviceCode?: string
  readonly limitMinor?: number
  readonly tokenLifeSeconds?: number
}

/** The simulator is Cellulant's checkout. Every request contains its callback address. */
export function createTinggSimulator(world: World, options: TinggOptions): Simulator {
  const { issuer, tokenLifeSeconds = 3600, ...settings } = options
  const requests = createLedger(world.now)
  const simulation: Simulation = {
    apiKey: 'nyanja-sandbox-api-key',
    clientId: 'nyanja-sandbox',
    clientSecret: 'nyanja-sandbox-secret',
    serviceCode: 'NYANJAMW',
    limitMinor: 150_000_000,
    ...settings,
    requests,
    tokens: new Tokens<true>(world.now, tokenLifeSeconds * 1000),
    now: world.now,
    pageUrlOf: ({ id }) => `${world.addresses.sandboxUrl}${pagePath}/${id}`,
    refundOutcome: 'processed',
    notify(request) {
      const view = { status: getStatus(requests, request), serviceCode: simulation.serviceCode }
      world.callbacks.send(notificationOf(request, view))
    },
  }

  return {
    name: 'tingg',
    unknownPaths: [{ prefix: '/tingg', answer: (reply) => reply.code(unknownPath.http).send(unknownPath.body) }],
    register: inScopes(
      (scope) => registerTokenRoute(scope, simulation),
      (scope) => registerApiRoutes(scope, simulation),
      (scope) => registerHostedCard(scope, createCardProcessor(simulation), issuer),
      (scope) => registerControlRoutes(scope, simulation),
    ),
    ...requests.recordsAs('requests'),
    reset() {
      simulation.refundOutcome = 'processed'
      simulation.tokens.clear()
      requests.clear()
    },
  }
}

/** The token endpoint takes OAuth 2 client credentials, in JSON; the API key is required even here. */
function registerTokenRoute(app: FastifyInstance, simulation: Simulation): void {
  const { tokens, apiKey, clientId, clientSecret } = simulation

  app.post(
    '/tingg/v1/oauth/token/request',
    { config: { provider: 'tingg', operation: 'token' } },
    async ({ body, headers }, reply) => {
      const fields = isJsonObject(body) ? body : {}
      const isKnown =
        headers.apikey === apiKey &&
        fields.client_id === clientId &&
        fields.client_secret === clientSecret &&
        fields.grant_type === 'client_credentials'
      if (!isKnown) return reply.code(unauthorised.http).send(unauthorised.body)
      return { access_token: tokens.issue(true), token_type: 'bearer', expires_in: tokens.lifeMs / 1000 }
    },
  )
}
