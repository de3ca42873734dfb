import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { numberIn, objectIn, oneOf, textIn } from '../core/bad-body.ts'
import { autoModes } from './autopilot.ts'
import type { Counter } from './counter.ts'
import { registerSettingsRoutes } from './settings-routes.ts'
import { settle, turnNames } from './turns.ts'
import { paymentView, promptView, walletView } from './views.ts'

interface ById {
  readonly Params: { readonly id: string }
}

const maxMs = 24 * 3_600_000
const maxMinor = 1_000_000_000_000

/** The door of tests and of the sandbox phone. */
export function registerControlRoutes(app: FastifyInstance, counter: Counter): void {
  answerBadBodies(app)
  registerSettingsRoutes(app, counter)
  registerPromptRoutes(app, counter)
  registerWalletRoutes(app, counter)
  const { till, autopilot } = counter

  app.get<ById>('/__sim/money/payments/:id', async ({ params }, reply) => {
    const payment = till.find(params.id)
    return payment ? paymentView(payment) : unknown(reply, 'payment')
  })

  app.post<ById>('/__sim/money/payments/:id/turn', async ({ params, body }, reply) => {
    const payment = till.find(params.id)
    if (payment === undefined) return unknown(reply, 'payment')
    const isDone = settle(payment, oneOf(objectIn(body), 'to', turnNames), till)
    return isDone ? paymentView(payment) : reply.code(409).send({ message: `The payment is ${payment.status}` })
  })

  app.post('/__sim/money/auto', async ({ body }) => {
    const asked = objectIn(body)
    const afterMs = asked.afterMs === undefined ? 0 : numberIn(asked, 'afterMs', { min: 0, max: maxMs })
    autopilot.set(oneOf(asked, 'mode', autoModes), afterMs, till.prompts())
    return { mode: autopilot.mode, afterMs: autopilot.afterMs }
  })
}

function registerPromptRoutes(app: FastifyInstance, { till, wallets, merchant }: Counter): void {
  app.get<{ Querystring: { msisdn?: string } }>('/__sim/money/prompts', async ({ query: { msisdn } }) =>
    (msisdn === undefined ? till.prompts() : till.promptsOf(msisdn)).map((payment) => promptView(payment, merchant)),
  )

  app.post<ById>('/__sim/money/prompts/:id/approve', async ({ params, body }, reply) => {
    const payment = till.findPrompt(params.id)
    if (payment === undefined) return unknown(reply, 'prompt')
    till.approve(payment, textIn(objectIn(body), 'pin'))
    return reply.code(payment.code === 'wrong_pin' ? 403 : 200).send(paymentView(payment))
  })

  app.post<ById>('/__sim/money/prompts/:id/refuse', async ({ params }, reply) => {
    const payment = till.findPrompt(params.id)
    if (payment === undefined) return unknown(reply, 'prompt')
    till.fail(payment, 'refused')
    return paymentView(payment)
  })

  app.post('/__sim/money/prompts/approve-all', async () => {
    const prompts = till.prompts()
    for (const payment of prompts) till.approve(payment, wallets.find(payment.msisdn)?.pin ?? '')
    return { approved: prompts.length }
  })
}

function registerWalletRoutes(app: FastifyInstance, { wallets, currency }: Counter): void {
  app.get<{ Params: { msisdn: string } }>('/__sim/money/wallets/:msisdn', async ({ params }, reply) => {
    const wallet = wallets.find(params.msisdn)
    return wallet ? walletView(wallet, currency) : unknown(reply, 'wallet')
  })

  app.post<{ Params: { msisdn: string } }>('/__sim/money/wallets/:msisdn', async ({ params, body }) => {
    const asked = objectIn(body)
    const known = wallets.find(params.msisdn)
    const balanceMinor =
      asked.balanceMinor === undefined && known
        ? known.balanceMinor
        : numberIn(asked, 'balanceMinor', { min: 0, max: maxMinor })
    const wallet = wallets.open(params.msisdn, balanceMinor)
    if (typeof asked.isBarred === 'boolean') wallet.isBarred = asked.isBarred
    return walletView(wallet, currency)
  })
}

const unknown = (reply: FastifyReply, what: string): FastifyReply =>
  reply.code(404).send({ message: `No such ${what}` })
