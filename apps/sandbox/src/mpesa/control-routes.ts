import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { numberIn, objectIn, oneOf, textIn } from '../core/bad-body.ts'
import type { Counter } from './counter.ts'
import { publicKey } from './key-pair.ts'
import { registerSettingsRoutes } from './settings-routes.ts'
import { settle, turnNames } from './turns.ts'
import { paymentView, promptView, walletView } from './views.ts'

interface ById {
  readonly Params: { readonly id: string }
}
interface ByMsisdn {
  readonly Params: { readonly msisdn: string }
}

const maxMinor = 1_000_000_000_000

/** The door of tests and of the sandbox phone. */
export function registerControlRoutes(app: FastifyInstance, counter: Counter): void {
  answerBadBodies(app)
  registerSettingsRoutes(app, counter)
  registerPromptRoutes(app, counter)
  registerWalletRoutes(app, counter)
  const { till } = counter

  app.get('/__sim/mpesa/key', async () => ({ publicKey }))

  app.get<ById>('/__sim/mpesa/payments/:id', async ({ params }, reply) => {
    const payment = till.find(params.id)
    return payment ? paymentView(payment) : unknown(reply, 'payment')
  })

  app.post<ById>('/__sim/mpesa/payments/:id/turn', async ({ params, body }, reply) => {
    const payment = till.find(params.id)
    if (payment === undefined) return unknown(reply, 'payment')
    const isDone = settle(payment, oneOf(objectIn(body), 'to', turnNames), till)
    return isDone ? paymentView(payment) : reply.code(409).send({ message: `The payment is ${payment.status}` })
  })
}

function registerPromptRoutes(app: FastifyInstance, { till, wallets, merchant }: Counter): void {
  // A handset knows its number without the country code.
  app.get<{ Querystring: { msisdn?: string } }>('/__sim/mpesa/prompts', async ({ query: { msisdn = '' } }) =>
    till
      .prompts()
      .filter((payment) => payment.msisdn.endsWith(msisdn))
      .map((payment) => promptView(payment, merchant)),
  )

  app.post<ById>('/__sim/mpesa/prompts/:id/approve', async ({ params, body }, reply) => {
    const payment = till.findPrompt(params.id)
    if (payment === undefined) return unknown(reply, 'prompt')
    till.approve(payment, textIn(objectIn(body), 'pin'))
    return reply.code(payment.code === 'failed' ? 403 : 200).send(paymentView(payment))
  })

  app.post<ById>('/__sim/mpesa/prompts/:id/refuse', async ({ params }, reply) => {
    const payment = till.findPrompt(params.id)
    if (payment === undefined) return unknown(reply, 'prompt')
    till.fail(payment, 'cancelled')
    return paymentView(payment)
  })

  app.post('/__sim/mpesa/prompts/approve-all', async () => {
    const prompts = till.prompts()
    for (const payment of prompts) till.approve(payment, wallets.find(payment.msisdn)?.pin ?? '')
    return { approved: prompts.length }
  })
}

function registerWalletRoutes(app: FastifyInstance, { wallets }: Counter): void {
  app.get<ByMsisdn>('/__sim/mpesa/wallets/:msisdn', async ({ params }, reply) => {
    const wallet = wallets.find(params.msisdn)
    return wallet ? walletView(wallet) : unknown(reply, 'wallet')
  })

  app.post<ByMsisdn>('/__sim/mpesa/wallets/:msisdn', async ({ params, body }) => {
    const asked = objectIn(body)
    const wallet = wallets.open(params.msisdn, numberIn(asked, 'balanceMinor', { min: 0, max: maxMinor }))
    if (typeof asked.isActive === 'boolean') wallet.isActive = asked.isActive
    return walletView(wallet)
  })
}

const unknown = (reply: FastifyReply, what: string): FastifyReply =>
  reply.code(404).send({ message: `No such ${what}` })
