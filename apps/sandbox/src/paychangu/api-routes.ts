import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isJsonObject, type Json, type JsonObject } from '../core/bodies.ts'
import { minorIn } from '../core/market.ts'
import {
  type Checkout,
  type CheckoutTerms,
  createCheckout,
  detailsOf,
  type RefundOutcome,
  type RefundState,
  type Simulation,
  sessionOf,
} from './ledger.ts'

/** Each invalid field has its messages. */
type FieldFaults = Readonly<Record<string, readonly string[]>>

const currencies: readonly Json[] = ['MWK', 'USD']

type Check = (body: JsonObject, simulation: Simulation) => string | undefined

const checks: Readonly<Record<string, Check>> = {
  amount: ({ amount }, { limitMinor }) => {
    const minor = minorOf(amount)
    if (minor === undefined) return 'The amount must be a number greater than 0.'
    return minor > limitMinor ? `The amount may not be greater than ${limitMinor / 100}.` : undefined
  },
  currency: ({ currency = '' }) => (currencies.includes(currency) ? undefined : 'The selected currency is invalid.'),
  tx_ref: ({ tx_ref = '' }, { checkouts }) =>
    checkouts.find('reference', textOf(tx_ref)) ? 'The tx ref has already been taken.' : undefined,
  callback_url: ({ callback_url }) => urlFault('callback url', callback_url),
  return_url: ({ return_url }) => urlFault('return url', return_url),
}

function faultsOf(body: JsonObject, simulation: Simulation): FieldFaults | undefined {
  const faults = Object.entries(checks).flatMap(([field, check]) => {
    const fault = check(body, simulation)
    return fault === undefined ? [] : [[field, [fault]] as const]
  })
  return faults.length > 0 ? Object.fromEntries(faults) : undefined
}

function termsOf(body: JsonObject): CheckoutTerms {
  const { customization, meta = null } = body
  const shown = isJsonObject(customization) ? customization : {}
  return {
    reference: textOf(body.tx_ref) || randomUUID(),
    sum: { minor: minorOf(body.amount) ?? 0, currency: textOf(body.currency) },
    callbackUrl: textOf(body.callback_url),
    returnUrl: textOf(body.return_url),
    title: textOf(shown.title),
    description: textOf(shown.description) || textOf(shown.title),
    customer: {
      email: textOf(body.email) || null,
      firstName: textOf(body.first_name) || null,
      lastName: textOf(body.last_name) || null,
    },
    meta,
  }
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '')

const minorOf = (amount: Json | undefined): number | undefined =>
  typeof amount === 'number' || typeof amount === 'string' ? minorIn(String(amount)) : undefined

function urlFault(shown: string, url: Json | undefined): string | undefined {
  const isUrl = /^https?:$/.test(URL.parse(textOf(url))?.protocol ?? '')
  return isUrl ? undefined : `The ${shown} must be a valid URL.`
}

interface Answer {
  readonly status: number
  readonly body: JsonObject
}

const refused = (status: number, message: string): Answer => ({ status, body: { status: 'failed', message } })

const refusals: Partial<Record<RefundOutcome, Answer>> = {
  failed: refused(400, 'Refund failed.'),
  forbidden: refused(403, 'Direct card charge access is not authorized.'),
}

/** Refunds a whole charge; PayChangu has neither partial refunds nor a query for them. */
function refundOf(checkout: Checkout | undefined, { refundOutcome, now }: Simulation): Answer {
  const refusal = refusals[refundOutcome]
  if (refusal) return refusal
  if (checkout === undefined) return refused(404, 'Charge not found.')
  if (checkout.payment === undefined || checkout.isReversed) return refused(400, 'The charge was not successful.')
  if (checkout.refund === 'done' || checkout.refund === 'pending') {
    return refused(400, 'The charge has already been refunded.')
  }
  checkout.refund = stateOf(refundOutcome)
  checkout.refundedAt = now().toISOString()
  return {
    status: 200,
    body: {
      status: 'success',
      message: 'Refund processed successfully.',
      data: { charge_id: checkout.chargeId, status: shown[checkout.refund] },
    },
  }
}

const stateOf = (outcome: RefundOutcome): RefundState =>
  outcome === 'pending' || outcome === 'declined' ? outcome : 'done'

const shown: Readonly<Record<RefundState, string>> = { done: 'refunded', pending: 'pending', declined: 'failed' }

const route = (operation: string) => ({ config: { provider: 'paychangu', operation } }) as const

const failed = (message: unknown) => ({ status: 'failed', message })

/** Merchants' servers use the API with the secret key as a bearer token. */
export function registerApiRoutes(app: FastifyInstance, simulation: Simulation): void {
  const { checkouts } = simulation
  app.setErrorHandler((_error, _request, reply) => reply.code(400).send(failed('The request could not be read.')))
  app.addHook('preHandler', async ({ headers }, reply) => {
    if (headers.authorization === `Bearer ${simulation.secretKey}`) return
    return reply.code(401).send(failed('Invalid secret key.'))
  })

  app.post('/paychangu/payment', route('payment'), async ({ body }, reply) => {
    if (!isJsonObject(body)) return reply.code(400).send(failed('The request could not be read.'))
    const faults = faultsOf(body, simulation)
    if (faults) return reply.code(400).send(failed(faults))
    const checkout = createCheckout(termsOf(body), simulation)
    return reply.code(201).send({
      status: 'success',
      message: 'Hosted payment session generated successfully.',
      data: sessionOf(checkout, simulation.pageUrlOf(checkout)),
    })
  })

  app.get<{ Params: { txRef: string } }>(
    '/paychangu/verify-payment/:txRef',
    route('verify-payment'),
    async ({ params }, reply) => {
      const checkout = checkouts.find('reference', params.txRef)
      if (checkout === undefined) return reply.code(404).send(failed('Transaction not found.'))
      return { status: 'success', message: 'Payment details retrieved successfully.', data: detailsOf(checkout) }
    },
  )

  app.post<{ Params: { chargeId: string } }>(
    '/paychangu/charge-card/refund/:chargeId',
    route('refund'),
    async ({ params }, reply) => {
      const { status, body } = refundOf(checkouts.find('chargeId', params.chargeId), simulation)
      return reply.code(status).send(body)
    },
  )
}
