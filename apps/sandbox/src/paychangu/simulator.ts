import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Issuer } from '../bank/bank.ts'
import { type CardProcessor, pathsBelow, registerHostedCard } from '../bank/hosted-card.ts'
import { answerBadBodies, registerEndings, registerRefundOutcome } from '../control/control-api.ts'
import { inScopes, objectIn, oneOf } from '../core/bodies.ts'
import type { Callback, CallbackMessage } from '../core/callbacks.ts'
import { type Sum, takes } from '../core/market.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { registerApiRoutes } from './api-routes.ts'
import {
  type Checkout,
  type CheckoutStatus,
  createLedger,
  detailsOf,
  refundedMinor,
  refundOutcomes,
  type Simulation,
} from './ledger.ts'

interface Ending {
  readonly status: CheckoutStatus
  /** The captured share of the requested amount; absent when nothing was captured. */
  readonly taken?: (sum: Sum) => Sum
  readonly isReversed?: true
  /** The merchant gets no callback. */
  readonly isSilent?: true
}

/** All outcomes of a checkout, including unfinished ones. */
const endings = {
  paid: { status: 'success', taken: takes.exact },
  failed: { status: 'failed' },
  cancelled: { status: 'failed', isSilent: true },
  pending: { status: 'pending', isSilent: true },
  wrong_amount: { status: 'success', taken: takes.more(100) },
  wrong_currency: { status: 'success', taken: takes.dollarsOr('MWK') },
  reversed: { status: 'failed', taken: takes.exact, isReversed: true },
} as const satisfies Readonly<Record<string, Ending>>

type EndingName = keyof typeof endings

/** Captured money stays captured, unless it is reversed. */
function conclude(
  checkout: Checkout,
  name: EndingName,
  simulation: Pick<Simulation, 'checkouts' | 'now' | 'notify'>,
): boolean {
  const ending: Ending = endings[name]
  if (!simulation.checkouts.allows(checkout, name)) return false
  checkout.status = ending.status
  checkout.payment ??= ending.taken && { sum: ending.taken(checkout.sum), at: simulation.now().toISOString() }
  checkout.isReversed = ending.isReversed ?? false
  if (ending.isSilent) return true
  checkout.attempts += 1
  simulation.notify(checkout)
  return true
}

const pagePath = '/paychangu/checkout'

/** The hosted page: a declined card may be followed by another, and a visitor who left may return. */
function createCardProcessor(simulation: Simulation): CardProcessor<Checkout> {
  return {
    provider: 'paychangu',
    name: 'PayChangu',
    tint: '#0b6e4f',
    ...pathsBelow(pagePath),
    find: (id) => simulation.checkouts.find('id', id),
    referenceOf: ({ reference }) => reference,
    isOpen: ({ payment }) => payment === undefined,
    closedText: ({ isReversed }) => (isReversed ? 'This payment was reversed' : 'This payment is done'),
    pay: (checkout) => conclude(checkout, 'paid', simulation),
    decline: (checkout) => conclude(checkout, 'failed', simulation),
    cancel: (checkout) => conclude(checkout, 'cancelled', simulation),
    backLink: backLinkOf,
  }
}

/** Whether an existing query of the merchant's is kept is not published; here it is replaced. */
function backLinkOf({ payment, callbackUrl, returnUrl, reference }: Checkout): string {
  const name = new URLSearchParams({ tx_ref: reference })
  return payment === undefined ? `${returnUrl}?${name}&status=failed` : `${callbackUrl}?${name}`
}

/** PayChangu does not publish its retries; these are our assumption. */
const retryAfterMs = [60_000, 300_000, 900_000]

export const signatureOf = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** PayChangu posts to the webhook address on the merchant's dashboard. */
function webhookOf(url: string, secret: string, checkout: Checkout): Callback {
  const body = JSON.stringify(detailsOf(checkout))
  const signedWith = (key: string): CallbackMessage => ({
    body,
    headers: { 'content-type': 'application/json', signature: signatureOf(body, key) },
  })
  return {
    provider: 'paychangu',
    url,
    ...signedWith(secret),
    misSigned: () => signedWith(`not ${secret}`),
    retryAfterMs,
    isReceipt: ({ status }) => status === 200,
  }
}

export interface PaychanguOptions {
  /** The issuer that confirms every card payment. */
  readonly issuer: Issuer
  /** When it is absent, the merchant has entered no address on the dashboard. */
  readonly webhookUrl?: string
  readonly secretKey?: string
  readonly webhookSecret?: string
  readonly limitMinor?: number
}

export function createPaychanguSimulator(world: World, options: PaychanguOptions): Simulator {
  const { issuer, webhookUrl, secretKey = 'SEC-TEST-nyanja-sandbox', limitMinor = 150_000_000 } = options
  const { webhookSecret = 'nyanja-sandbox-webhook' } = options
  const checkouts = createLedger()
  const simulation: Simulation = {
    checkouts,
    secretKey,
    limitMinor,
    now: world.now,
    pageUrlOf: ({ id }) => `${world.addresses.sandboxUrl}${pagePath}/${id}`,
    refundOutcome: 'done',
    notify(checkout) {
      if (webhookUrl !== undefined) world.callbacks.send(webhookOf(webhookUrl, webhookSecret, checkout))
    },
  }

  return {
    name: 'paychangu',
    unknownPaths: [
      { prefix: '/paychangu', answer: (reply) => reply.code(404).send({ status: 'failed', message: 'Not found.' }) },
    ],
    register: inScopes(
      (scope) => registerApiRoutes(scope, simulation),
      (scope) => registerHostedCard(scope, createCardProcessor(simulation), issuer),
      (scope) => registerControlRoutes(scope, simulation),
    ),
    ...checkouts.recordsAs('checkouts'),
    reset() {
      simulation.refundOutcome = 'done'
      checkouts.clear()
    },
  }
}

/** The control API of tests: completes a payment without a browser, and sets the outcome of refunds. */
function registerControlRoutes(app: FastifyInstance, simulation: Simulation): void {
  const { checkouts } = simulation
  answerBadBodies(app)

  const view = (checkout: Checkout) => ({
    txRef: checkout.reference,
    chargeId: checkout.chargeId,
    checkoutUrl: simulation.pageUrlOf(checkout),
    status: checkout.status,
    attempts: checkout.attempts,
    amountMinor: checkout.sum.minor,
    currency: checkout.sum.currency,
    title: checkout.title,
    customer: checkout.customer,
    callbackUrl: checkout.callbackUrl,
    returnUrl: checkout.returnUrl,
    paid: checkout.payment?.sum ?? null,
    isReversed: checkout.isReversed,
    refund: checkout.refund ?? null,
    refundedMinor: refundedMinor(checkout),
    createdAt: checkout.createdAt,
  })

  app.get('/__sim/paychangu', async () => ({
    refundOutcome: simulation.refundOutcome,
    checkouts: checkouts.all().map(view),
  }))

  registerRefundOutcome(app, '/__sim/paychangu', simulation, refundOutcomes)

  const records = {
    path: '/__sim/paychangu',
    find: (reference: string) => checkouts.find('reference', reference),
    view,
  }
  const { on } = registerEndings(app, records, {
    endings,
    conclude: (checkout, ending) => conclude(checkout, ending, simulation),
  })

  on('refunds', (checkout, body) => {
    const state = oneOf(objectIn(body), 'state', ['done', 'pending', 'declined'])
    if (checkout.refund === 'pending') checkout.refund = state
    return undefined
  })
}
