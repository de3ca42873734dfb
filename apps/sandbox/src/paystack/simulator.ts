import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Issuer } from '../bank/bank.ts'
import { sendPage } from '../bank/page.ts'
import { answerBadBodies, registerEndings, registerRefundOutcome } from '../control/control-api.ts'
import { BadBody, inScopes, type JsonObject, objectIn, oneOf } from '../core/bodies.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { registerApiRoutes } from './api-routes.ts'
import { expectEnd } from './attempt.ts'
import { framePage, inlineScript } from './checkout-page.ts'
import { registerCheckoutRoutes } from './checkout-routes.ts'
import { conclude, endings } from './endings.ts'
import {
  createLedger,
  listRefunds,
  refundedMinor,
  refundOutcomes,
  type Settings,
  type Simulation,
  type Transaction,
} from './ledger.ts'
import { endRefund, expectRefund } from './refunds.ts'
import { Timers } from './timers.ts'
import { refusals } from './views.ts'
import { webhookOf } from './webhooks.ts'

/** The control API of tests: completes a payment without a browser, and sets the outcome of refunds. */
function registerControlRoutes(app: FastifyInstance, simulation: Simulation): void {
  const { ledger, settings } = simulation
  answerBadBodies(app)

  app.get('/__sim/paystack', async () => ({ ...settings, transactions: ledger.all().map(view) }))

  app.post('/__sim/paystack/settings', async ({ body }) => {
    settings.currencies = currenciesIn(objectIn(body))
    return settings
  })

  registerRefundOutcome(app, '/__sim/paystack', settings, refundOutcomes)

  const records = { path: '/__sim/paystack', find: (reference: string) => ledger.find('reference', reference), view }
  const { on } = registerEndings(app, records, {
    endings,
    conclude: (transaction, ending) => conclude(transaction, ending, simulation),
  })

  on('refunds', (transaction, body) => {
    const outcome = oneOf(objectIn(body), 'outcome', refundOutcomes)
    for (const refund of transaction.refunds) endRefund({ transaction, refund }, outcome, simulation)
    return undefined
  })
}

const view = (transaction: Transaction) => ({
  reference: transaction.reference,
  accessCode: transaction.accessCode,
  status: transaction.status,
  gatewayResponse: transaction.gatewayResponse,
  amountMinor: transaction.sum.minor,
  currency: transaction.sum.currency,
  email: transaction.email,
  label: transaction.label,
  channels: transaction.channels,
  paid: transaction.payment?.sum ?? null,
  refundedMinor: refundedMinor(transaction),
  refunds: transaction.refunds,
  createdAt: transaction.createdAt,
})

function currenciesIn({ currencies }: JsonObject): readonly string[] {
  const codes = [currencies ?? []].flat().filter((code) => typeof code === 'string' && /^[A-Z]{3}$/.test(code))
  if (!Array.isArray(currencies) || codes.length !== currencies.length) {
    throw new BadBody('"currencies" must be a list of currency codes')
  }
  return codes.map(String)
}

/**
 * The script runs in the checkout frame. Every page of the frame may carry one message for its parent page; the first
 * page waits for a message with its payment.
 */
const frameScript = `(() => {
  const tell = (message) => parent.postMessage(message, '*')
  addEventListener('message', ({ source, origin, data }) => {
    if (origin === location.origin && data?.event === 'bank:left') return location.reload()
    if (source !== parent || data?.type !== 'inline:url' || data.path !== 'newTransaction') return
    const { accessCode } = data.params ?? {}
    if (accessCode) location.replace('/paystack/checkout/' + encodeURIComponent(accessCode) + '?mode=popup&opened')
    else tell({ event: 'error', data: { type: 'setup', message: 'This checkout resumes transactions only' } })
  })
  const { says } = document.querySelector('main').dataset
  if (says) tell(JSON.parse(says))
})()`

const routeConfig = (operation: string) => ({ config: { provider: 'paystack', operation } })

/** The popup: the script for the merchant's page, and the frame that it opens. */
function registerPopupRoutes(app: FastifyInstance): void {
  app.get('/paystack/v2/inline.js', routeConfig('inline'), (_request, reply) => sendScript(reply, inlineScript))
  app.get('/paystack/checkout/popup', routeConfig('page'), (_request, reply) => sendPage(reply, framePage()))
  app.get('/paystack/checkout/frame.js', (_request, reply) => sendScript(reply, frameScript))
}

function sendScript(reply: FastifyReply, script: string): FastifyReply {
  return reply
    .type('text/javascript; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(script)
}

export interface PaystackOptions {
  /** The issuer that confirms most card payments. */
  readonly issuer: Issuer
  /** When it is absent, the merchant has registered no address. */
  readonly webhookUrl?: string
  readonly secretKey?: string
  /** The currencies of the merchant's account. The real Paystack has no MWK; the demo market needs it. */
  readonly currencies?: readonly string[]
}

const initialSettings = ({
  currencies = ['NGN', 'GHS', 'KES', 'ZAR', 'USD', 'XOF', 'MWK'],
}: PaystackOptions): Settings => ({ currencies, refundOutcome: 'processed' })

export function createPaystackSimulator(world: World, options: PaystackOptions): Simulator {
  const { issuer, webhookUrl, secretKey = 'sk_test_nyanja_sandbox' } = options
  const { now } = world
  const timers = new Timers(world)
  const settings = initialSettings(options)
  const ledger = createLedger()
  const records = ledger.recordsAs('transactions')
  const simulation: Simulation = {
    ledger,
    secretKey,
    settings,
    now,
    dueAtMs: (pauseMs) => now().getTime() + pauseMs * world.timeScale,
    at: (dueAtMs, action) => timers.at(dueAtMs, action),
    notify(event, data) {
      if (webhookUrl !== undefined) world.callbacks.send(webhookOf({ url: webhookUrl, secretKey, event, data }))
    },
  }

  return {
    name: 'paystack',
    unknownPaths: [
      {
        prefix: '/paystack',
        answer: (reply) => reply.code(refusals.unknownRoute.httpStatus).send(refusals.unknownRoute.body),
      },
    ],
    register: inScopes(
      (scope) => registerApiRoutes(scope, simulation),
      (scope) => registerCheckoutRoutes(scope, simulation, issuer),
      (scope) => registerPopupRoutes(scope),
      (scope) => registerControlRoutes(scope, simulation),
    ),
    ...records,
    restore(state) {
      records.restore(state)
      for (const transaction of ledger.all()) expectEnd(transaction, simulation)
      for (const refunded of listRefunds(ledger)) expectRefund(refunded, simulation)
    },
    reset() {
      timers.clear()
      Object.assign(settings, initialSettings(options))
      ledger.clear()
    },
    stop: async () => timers.clear(),
  }
}
